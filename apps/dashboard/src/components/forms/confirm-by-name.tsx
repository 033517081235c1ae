import { useState, type ReactNode } from 'react';
import { Dialog } from '../layout/dialog.tsx';
import { Problem } from '../states/problem.tsx';
import { Field } from './field.tsx';

interface ConfirmByNameProps {
  title: string;
  /** What is lost. */
  children: ReactNode;
  /** What has to be typed. */
  name: string;
  /** On the button that does it, such as `Revoke key`. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
  isBusy: boolean;
  error: unknown;
}

/** Asks before something that cannot be undone, and lets only who typed its name go on. */
export function ConfirmByName({
  title,
  children,
  name,
  action,
  onConfirm,
  onClose,
  isBusy,
  error,
}: ConfirmByNameProps) {
  const [typed, setTyped] = useState('');
  const fits = typed.trim() === name.trim();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={460}
      footer={
        <>
          <button className="btn" type="button" onClick={onClose}>
            Cancel
          </button>
          <button
            className="btn danger"
            type="submit"
            form="confirm-by-name"
            disabled={!fits || isBusy}
          >
            {action}
          </button>
        </>
      }
    >
      <form
        id="confirm-by-name"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (fits) onConfirm();
        }}
      >
        {children}
        <Field
          label="Type the name to confirm"
          help={<bdi className="mono">{name}</bdi>}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
        {error !== null && error !== undefined && (
          <Problem error={error} title={`${action}: this did not succeed.`} />
        )}
      </form>
    </Dialog>
  );
}
