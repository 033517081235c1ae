import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  /** On the button that sends the form. */
  action: string;
  /** False while the form cannot be sent. */
  isReady: boolean;
  /** The action cannot be undone. */
  isDanger?: boolean;
  /** In pixels. */
  width?: number;
  /** Only the buttons close it. */
  isOnce?: boolean;
  className?: string;
  ref?: Ref<HTMLFormElement>;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with the way back and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isReady, isDanger = false, width, isOnce } = props;
  const { className = 'stack', ref, onSubmit, onClose, children } = props;
  const form = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={width}
      isOnce={isOnce}
      footer={
        <>
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            className={isDanger ? 'btn danger' : 'btn primary'}
            type="submit"
            form={form}
            disabled={!isReady}
          >
            {action}
          </button>
        </>
      }
    >
      <form
        id={form}
        ref={ref}
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event.currentTarget);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
