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
}

/** A dialog over the page. Esc and the scrim close it. */
export function Dialog({ title, onClose, children, footer, width = 620 }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
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
