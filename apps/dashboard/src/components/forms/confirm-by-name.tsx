import { useState, type ReactNode } from 'react';
import { Problem } from '../states/problem.tsx';
import { Field } from './field.tsx';
import { FormDialog } from '../layout/form-dialog.tsx';

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
    <FormDialog
      title={title}
      action={action}
      isDanger
      isReady={fits && !isBusy}
      width={460}
      onSubmit={() => {
        if (fits) onConfirm();
      }}
      onClose={onClose}
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
      <Problem error={error} title={`${action}: this did not succeed.`} />
    </FormDialog>
  );
}
