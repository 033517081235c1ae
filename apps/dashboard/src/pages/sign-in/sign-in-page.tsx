import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Field } from '../../components/forms/field.tsx';
import { BrandMark } from '../../frame/brand.tsx';
import { signIn } from '../../server/sign-in.ts';
import { usePageTitle } from '../../frame/use-page-title.ts';

/** Asks for e-mail and password, and returns to the page that asked for a session. */
export function SignInPage() {
  usePageTitle('Sign in');
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await signIn({ email: textOf(form, 'email'), password: textOf(form, 'password') });
      await navigate({ to: next });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="auth">
      <form className="box" onSubmit={(event) => void submit(event)}>
        <div>
          <div className="brand auth-brand">
            <BrandMark />
            svc
          </div>
          <h1>Sign in</h1>
          <p className="mid">{window.location.host}</p>
        </div>
        <div className="stack">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={error}
          />
          <button className="btn primary tall" type="submit" disabled={isBusy}>
            {isBusy ? 'Signing in' : 'Sign in'}
          </button>
        </div>
        <p className="sub">
          First start? The server printed the owner’s address and one-time password in its terminal.
        </p>
      </form>
    </main>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
