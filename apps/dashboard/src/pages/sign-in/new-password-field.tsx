import { Field } from '../../components/forms/field.tsx';

/** A password that is chosen now. */
export function NewPasswordField({
  label = 'Password',
  name = 'password',
  autoFocus = false,
}: {
  label?: string;
  name?: string;
  autoFocus?: boolean;
}) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={128}
      autoFocus={autoFocus}
      help="At least 12 characters. A sentence is easier to remember than symbols."
    />
  );
}
