import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmByName } from '../../../components/forms/confirm-by-name.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { trpc } from '../../../server/trpc.ts';
import { loadSitePage } from '../../../server/site.ts';

/** Deletes the user. Executions, keys and the audit log stay with the organizations. */
export function DeleteAccount({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const remove = useMutation(
    trpc.account.delete.mutationOptions({ onSuccess: () => loadSitePage('/sign-in') }),
  );
  return (
    <div className="pad stack">
      <p className="mid">
        Deletes your account and your memberships. What you did stays in the audit logs, and keys
        that you created keep working.
      </p>
      <div>
        <button className="btn danger" type="button" onClick={() => setAsking(true)}>
          Delete account
        </button>
      </div>
      {isAsking && (
        <ConfirmByName
          title="Delete your account?"
          name={email}
          action="Delete account"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(hasPassword ? { email, password } : { email })}
          onClose={() => setAsking(false)}
        >
          {hasPassword && (
            <Field
              label="Your password"
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          )}
        </ConfirmByName>
      )}
    </div>
  );
}
