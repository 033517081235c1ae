import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Field } from '../../components/forms/field.tsx';
import { CopyCommand } from '../../components/text/copy.tsx';
import { useAccount } from '../../server/account.ts';
import { client } from '../../server/trpc.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';

/** Asks for a link by mail; without mail, says what the operator of the server can do. */
export function ForgotPasswordPage() {
  const account = useAccount();
  const [email, setEmail] = useState<string | null>(null);
  const back = (
    <Link className="link" to="/sign-in">
      Back to sign-in
    </Link>
  );
  if (email !== null) {
    return (
      <AuthBox
        title="Look into your mail"
        lead={`If ${email} has an account here, a link was sent to it. It is valid for an hour.`}
        foot={back}
      />
    );
  }
  if (account?.sendsMail === false) {
    const svcAdmin =
      account.checkout === null ? 'npx -p @svc/server svc-admin' : 'npx -y pnpm@12 svc-admin';
    return (
      <AuthBox
        title="Forgot your password?"
        lead="This server sends no mail. Its operator can make a new one-time password, in the folder that the server was started in:"
        foot={back}
      >
        <CopyCommand
          command={`${svcAdmin} users reset-password you@example.com`}
          label="Copy the command"
        />
      </AuthBox>
    );
  }
  return (
    <AuthBox title="Forgot your password?" foot={back}>
      <AuthForm
        action="Send a link"
        onSubmit={async ({ email = '' }) => {
          await client.account.requestPasswordReset.mutate({ email });
          setEmail(email);
        }}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      </AuthForm>
    </AuthBox>
  );
}
