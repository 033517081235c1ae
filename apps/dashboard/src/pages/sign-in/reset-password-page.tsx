import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** The page of a link that was mailed: asks for the new password. */
export function ResetPasswordPage() {
  const { token } = useParams({ from: '/reset-password/$token' });
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <AuthBox title="The password is changed" lead="All earlier sessions have ended.">
        <Link className="btn primary tall" to="/sign-in">
          Sign in
        </Link>
      </AuthBox>
    );
  }
  return (
    <AuthBox title="Choose a new password">
      <AuthForm
        action="Change password"
        onSubmit={async ({ password = '' }) => {
          await client.account.resetPassword.mutate({ token, password });
          setDone(true);
        }}
      >
        <NewPasswordField label="New password" autoFocus />
      </AuthForm>
    </AuthBox>
  );
}
