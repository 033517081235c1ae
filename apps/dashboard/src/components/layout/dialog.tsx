import { Modal } from '@mantine/core';
import { useLayoutEffect, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, the way back first. */
  footer?: ReactNode;
  /** In pixels. */
  width?: number;
  /** It shows what is never shown again: a click beside it or Esc must not close it. */
  isOnce?: boolean;
}

/** A dialog over the page. Esc and the scrim close it, unless it shows something only once. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, footer, width = 620, isOnce = false } = props;
  useFocusReturn();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!isOnce}
      closeOnEscape={!isOnce}
      title={title}
      size={width}
      radius="lg"
      yOffset={72}
      transitionProps={{ duration: 120, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: 'svc-dialog',
        header: 'svc-dialog-head',
        title: 'svc-dialog-title',
        body: 'svc-dialog-content',
        overlay: 'svc-scrim',
      }}
    >
      <div className="svc-dialog-body">{children}</div>
      {footer !== undefined && <footer className="svc-dialog-foot">{footer}</footer>}
    </Modal>
  );
}

/**
 * Gives the focus back to what opened the dialog, which Mantine does only for a modal that stays mounted. A dialog that
 * follows another one, such as an answer after a form, finds the focus there too.
 */
function useFocusReturn(): void {
  // Before the modal takes the focus, and before its elements are removed.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
}
