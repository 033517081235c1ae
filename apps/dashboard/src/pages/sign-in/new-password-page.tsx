import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Field } from '../../components/forms/field.tsx';
import { queryClient } from '../../server/query-client.ts';
import { getJustTypedPassword } from '../../server/sign-in.ts';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** Replaces a one-time password, before anything else. */
export function NewPasswordPage() {
  const { next = '/' } = useSearch({ from: '/new-password' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(getJustTypedPassword);
  return (
    <AuthBox
      title="Choose your password"
      lead="You signed in with a one-time password. Replace it with one that only you know."
    >
      <AuthForm
        action="Set password"
        onSubmit={async ({ currentPassword = typed ?? '', newPassword = '' }) => {
          // If it is refused, the field asks for it.
          setTyped(null);
          await client.account.changePassword.mutate({ currentPassword, newPassword });
          await queryClient.resetQueries();
          await navigate({ to: next });
        }}
      >
        {typed === null && (
          <Field
            label="One-time password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
        )}
        <NewPasswordField label="New password" name="newPassword" autoFocus={typed !== null} />
      </AuthForm>
    </AuthBox>
  );
}
