import { Field } from '../../../components/forms/field.tsx';

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const;

/** In how many days the key expires; an empty text: never. */
export function ExpiryField({
  days,
  onChange,
}: {
  days: string;
  onChange: (days: string) => void;
}) {
  return (
    <div className="field">
      <label htmlFor="key-expiry">Expires</label>
      <select
        id="key-expiry"
        className="input"
        value={days}
        onChange={({ target }) => onChange(target.value)}
      >
        {EXPIRIES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The inputs `reads` and `writes` of the form around them. */
export function LimitFields() {
  return (
    <div className="grid g-2">
      {(['reads', 'writes'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'reads' ? 'Reads a minute' : 'Writes a minute'}
          name={name}
          type="number"
          min={1}
          max={1_000_000}
          placeholder="the server’s default"
        />
      ))}
    </div>
  );
}
