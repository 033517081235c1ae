import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../format/count.ts';
import { trpc } from '../../../server/trpc.ts';
import { Field, SelectField } from '../../../components/forms/field.tsx';

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
    <SelectField label="Expires" value={days} onChange={({ target }) => onChange(target.value)}>
      {EXPIRIES.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

/** The inputs `reads` and `writes` of the form around them. */
export function LimitFields() {
  const { data } = useQuery(trpc.apiKeys.list.queryOptions({}));
  const defaults = {
    reads: data?.defaults.readsPerMinute,
    writes: data?.defaults.writesPerMinute,
  };
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
          placeholder={formatPlaceholder(defaults[name])}
          help={name === 'writes' ? 'All uploads of one CI run count once.' : undefined}
        />
      ))}
    </div>
  );
}

function formatPlaceholder(limit: number | undefined): string {
  return limit === undefined
    ? 'the server’s default'
    : `${formatNumber(limit)}, the server’s default`;
}
