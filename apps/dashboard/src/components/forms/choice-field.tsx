import { useId, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; help: string }[];
  onChange: (value: Value) => void;
}

/** One of a few choices, each with what it means. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceFieldProps<Value>) {
  const name = useId();
  return (
    <Choices legend={label}>
      {choices.map((choice) => (
        // The rule does not see the text in the span.
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control
        <label key={choice.value} className="choice" htmlFor={`${name}-${choice.value}`}>
          <input
            id={`${name}-${choice.value}`}
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            <span className="strong">{choice.label}</span>
            <span className="help">{choice.help}</span>
          </span>
        </label>
      ))}
    </Choices>
  );
}

interface ChoicesProps {
  legend: string;
  /** Why the choice is not accepted. */
  error?: string | undefined;
  children: ReactNode;
}

/** A group of choices with its error. */
export function Choices({ legend, error, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset className="choices" aria-describedby={error === undefined ? undefined : id}>
      <legend>{legend}</legend>
      {children}
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
