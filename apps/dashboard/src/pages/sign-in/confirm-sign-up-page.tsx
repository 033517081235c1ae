import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';

/** The page of the link that confirms an e-mail address. A button, because mail scanners open links. */
export function ConfirmSignUpPage() {
  const { token } = useParams({ from: '/confirm-sign-up/$token' });
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null) {
    return (
      <AuthBox title="Your account is ready" lead={email}>
        <Link className="btn primary tall" to="/sign-in">
          Sign in
        </Link>
      </AuthBox>
    );
  }
  return (
    <AuthBox title="Confirm your address">
      <AuthForm
        action="Create my account"
        onSubmit={async () => {
          const answer = await client.account.confirmSignUp.mutate({ token });
          setEmail(answer.email);
        }}
      >
        {null}
      </AuthForm>
    </AuthBox>
  );
}
