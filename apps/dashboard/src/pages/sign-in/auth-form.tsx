import { useState, type FormEvent, type ReactNode } from 'react';
import { FieldError } from '../../components/forms/field.tsx';

interface AuthFormProps {
  /** On the button. */
  action: string;
  /** Not the usual choice of the page. */
  isSecondary?: boolean;
  /** Receives the texts of the fields by their names. What it throws is shown. */
  onSubmit: (fields: Record<string, string>) => Promise<void>;
  children: ReactNode;
}

/** A form with one button and one error for all its fields. */
export function AuthForm({ action, isSecondary = false, onSubmit, children }: AuthFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = readFields(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await onSubmit(fields);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown));
      // Only now: after a success another page replaces the form, and a second click would send it again.
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {children}
      {error !== null && (
        <div className="field">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <button
        className={isSecondary ? 'btn tall' : 'btn primary tall'}
        type="submit"
        disabled={isBusy}
      >
        {action}
      </button>
    </form>
  );
}

function readFields(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  );
}
