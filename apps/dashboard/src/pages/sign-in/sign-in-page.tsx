import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Field } from '../../components/forms/field.tsx';
import { useAccount } from '../../server/account.ts';
import { signIn } from '../../server/sign-in.ts';
import { AuthBox } from './auth-box.tsx';
import { AuthForm } from './auth-form.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

/** Asks for e-mail and password, or leads to a provider, and returns to the page that asked for a session. */
export function SignInPage() {
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const account = useAccount();
  return (
    <AuthBox
      title="Sign in"
      foot={
        account?.signUp === 'open' ? (
          <>
            No account yet?{' '}
            <Link className="link" to="/sign-up">
              Create one
            </Link>
            .
          </>
        ) : account?.passwords === false ? undefined : (
          'First start? The server printed the owner’s address and one-time password in its terminal.'
        )
      }
    >
      {account?.passwords !== false && <PasswordForm next={next} />}
      <ProviderButtons
        providers={account?.providers ?? []}
        next={next}
        isOnly={account?.passwords === false}
      />
    </AuthBox>
  );
}

function PasswordForm({ next }: { next: string }) {
  const navigate = useNavigate();
  return (
    <AuthForm
      action="Sign in"
      onSubmit={async ({ email = '', password = '' }) => {
        await signIn({ email, password });
        await navigate({ to: next });
      }}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aside={
          <Link className="link small" to="/forgot-password">
            Forgot it?
          </Link>
        }
      />
    </AuthForm>
  );
}
