import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

interface FilterButtonProps extends ComponentProps<'button'> {
  label: string;
  /** The chosen value, or what stands for none: `all`. */
  shown: string;
  isSet: boolean;
}

/** A filter with its value, as the button that opens its menu. */
export function FilterButton({ label, shown, isSet, ...button }: FilterButtonProps) {
  return (
    <button
      {...button}
      className={isSet ? 'filter on' : 'filter'}
      type="button"
      aria-haspopup="listbox"
    >
      {label} <b dir="auto">{shown}</b>
      <IconChevronDown size={12} stroke={1.5} aria-hidden />
    </button>
  );
}
