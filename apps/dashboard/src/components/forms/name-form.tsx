import { useState, type ComponentProps } from 'react';
import { Problem } from '../states/problem.tsx';
import { Field } from './field.tsx';

interface NameFormProps {
  label: string;
  /** The present name. */
  name: string;
  /** On the button. */
  action: string;
  /** Why the viewer may not change it. */
  refusal?: string | undefined;
  autoComplete?: ComponentProps<'input'>['autoComplete'];
  rename: {
    mutate: (input: { name: string }) => void;
    isPending: boolean;
    error: unknown;
  };
}

/** Changes a name. */
export function NameForm({ label, name, action, refusal, autoComplete, rename }: NameFormProps) {
  const [typed, setTyped] = useState(name);
  const isRefused = refusal !== undefined;
  return (
    <form
      className="pad stack settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ name: typed });
      }}
    >
      <Field
        label={label}
        value={typed}
        required
        maxLength={100}
        autoComplete={autoComplete}
        disabled={isRefused}
        help={refusal}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div>
        <button
          className="btn"
          type="submit"
          disabled={isRefused || typed.trim() === name || rename.isPending}
        >
          {action}
        </button>
      </div>
      <Problem error={rename.error} title="The name could not be saved." />
    </form>
  );
}
