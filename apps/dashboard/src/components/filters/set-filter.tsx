import { IconX } from '@tabler/icons-react';

interface SetFilterProps {
  label: string;
  value: string;
  onClear: () => void;
}

/** A filter that was set elsewhere on the page. A click takes it out. */
export function SetFilter({ label, value, onClear }: SetFilterProps) {
  return (
    <button
      className="filter on"
      type="button"
      aria-label={`${label} ${value}: take this filter out`}
      onClick={onClear}
    >
      {label} <b dir="auto">{value}</b>
      <IconX size={12} stroke={1.5} aria-hidden />
    </button>
  );
}
