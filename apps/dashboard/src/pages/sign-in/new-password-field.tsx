import { useState } from 'react';
import { Field } from '../../components/forms/field.tsx';

/** A password that is chosen now. Who cannot see it may look at it, which is better than to type it twice. */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
  autoFocus = false,
}: {
  label?: string;
  name?: string;
  autoFocus?: boolean;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      label={label}
      name={name}
      type={isShown ? 'text' : 'password'}
      aside={
        <button className="link-button small" type="button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={128}
      autoFocus={autoFocus}
      help="At least 12 characters. A sentence is easier to remember than symbols."
    />
  );
}
