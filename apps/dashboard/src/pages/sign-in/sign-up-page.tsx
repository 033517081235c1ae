import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../components/forms/field.tsx';
import { useAccount } from '../../server/account.ts';
import { signIn } from '../../server/sign-in.ts';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** Creates an account with an organization of its own, where the server allows that. */
export function SignUpPage() {
  const account = useAccount();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (account !== undefined && account.signUp !== 'open') return <ByInvitation />;
  if (mailedTo !== null) {
    return (
      <AuthBox
        title="Confirm your address"
        lead={`Open the link that was sent to ${mailedTo}. It is valid for a day.`}
      />
    );
  }
  return (
    <AuthBox
      title="Create an account"
      foot={
        <>
          Have an account?{' '}
          <Link className="link" to="/sign-in">
            Sign in
          </Link>
          .
        </>
      }
    >
      {account?.passwords !== false && <SignUpForm onMailed={setMailedTo} />}
      <ProviderButtons
        providers={account?.providers ?? []}
        next="/"
        isOnly={account?.passwords === false}
      />
    </AuthBox>
  );
}

function SignUpForm({ onMailed }: { onMailed: (email: string) => void }) {
  const navigate = useNavigate();
  return (
    <AuthForm
      action="Create account"
      onSubmit={async ({ name = '', email = '', password = '' }) => {
        const { next } = await client.account.signUp.mutate({ name, email, password });
        if (next === 'confirm') {
          onMailed(email);
          return;
        }
        await signIn({ email, password });
        await navigate({ to: '/' });
      }}
    >
      <Field label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <NewPasswordField />
    </AuthForm>
  );
}

/** For servers on which only invited people have accounts. */
function ByInvitation() {
  return (
    <AuthBox
      title="Sign-up is by invitation"
      lead="Ask an admin of your organization for an invitation."
    >
      <Link className="btn tall" to="/sign-in">
        Sign in
      </Link>
    </AuthBox>
  );
}
