import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Problem } from '../states/problem.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What is lost. */
  children: ReactNode;
  /** On the button that does it. */
  action: string;
  isBusy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is lost. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isBusy, error, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={460}
      footer={
        <>
          <button className="btn" type="button" data-autofocus onClick={onClose}>
            Cancel
          </button>
          <button className="btn danger" type="button" disabled={isBusy} onClick={onConfirm}>
            {action}
          </button>
        </>
      }
    >
      <div className="stack">
        {children}
        <Problem error={error} title={`${action}: this did not succeed.`} />
      </div>
    </Dialog>
  );
}
