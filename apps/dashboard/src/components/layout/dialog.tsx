import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

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
