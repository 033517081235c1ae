import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/forms/field.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { queryClient } from '../../../server/query-client.ts';
import { trpc } from '../../../server/trpc.ts';

/** Changes the password, which ends all other sessions. */
export function PasswordForm() {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const change = useMutation(
    trpc.account.changePassword.mutationOptions({
      onSuccess: async () => {
        setCurrent('');
        setNew('');
        await queryClient.invalidateQueries({ queryKey: trpc.account.pathKey() });
      },
    }),
  );
  return (
    <form
      className="pad stack settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ currentPassword, newPassword });
      }}
    >
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={currentPassword}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        maxLength={128}
        value={newPassword}
        help="At least 12 characters. All your other sessions end."
        onChange={({ target }) => setNew(target.value)}
      />
      <div className="row">
        <button className="btn" type="submit" disabled={change.isPending}>
          Change password
        </button>
        {change.isSuccess && newPassword === '' && (
          <span role="status" className="st t-pass">
            changed
          </span>
        )}
      </div>
      <Problem error={change.error} title="The password could not be changed." />
    </form>
  );
}
