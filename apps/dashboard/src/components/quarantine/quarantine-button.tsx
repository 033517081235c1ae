import { IconShieldHalf } from '@tabler/icons-react';
import { useState } from 'react';
import { useKey } from '../../keyboard/use-key.ts';
import { usePermissions } from '../../server/account.ts';
import type { QuarantineDialogProps } from './quarantine-dialog.tsx';
import { QuarantineForm } from './quarantine-form.tsx';

export type QuarantineButtonProps = Omit<QuarantineDialogProps, 'onClose'> & {
  /** On the button. */
  label: string;
  className?: string;
  /** The whole name of a button that is only an icon; `label` is not shown then. */
  name?: string;
  /** Whether the key `q` opens the form, on a page with one such button. */
  hasKey?: boolean;
  /** False once an entry exists. An open form stays, with what was typed, until its user closes it. */
  isNeeded?: boolean;
};

/** Opens the form that quarantines failures. Members see the button and who may use it. */
export function QuarantineButton(props: QuarantineButtonProps) {
  const { label, name, className = 'btn', hasKey = false, isNeeded = true, ...dialog } = props;
  const { adminsOnly } = usePermissions();
  const [isOpen, setOpen] = useState(false);
  useKey({ key: 'q' }, () => {
    if (hasKey && isNeeded && adminsOnly === undefined) setOpen(true);
  });
  return (
    <>
      {isNeeded && (
        <button
          className={className}
          type="button"
          disabled={adminsOnly !== undefined}
          title={adminsOnly ?? name}
          aria-label={name}
          data-key={hasKey && adminsOnly === undefined ? 'q' : undefined}
          onClick={() => setOpen(true)}
        >
          {dialog.entry === null && <IconShieldHalf size={14} stroke={1.5} aria-hidden />}
          {name === undefined && label}
        </button>
      )}
      {isOpen && <QuarantineForm {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
