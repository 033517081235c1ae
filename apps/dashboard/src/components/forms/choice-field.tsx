import { useId } from 'react';

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
    <fieldset className="choices">
      <legend>{label}</legend>
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
    </fieldset>
  );
}
