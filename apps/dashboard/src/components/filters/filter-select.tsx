import { Suspense, useState } from 'react';
import { FilterButton } from './filter-button.tsx';
import type { FilterMenuProps } from './filter-menu.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { lazyPart } from '../../server/load-code.ts';

const FilterMenu = lazyPart(() => import('./filter-menu.tsx'), 'FilterMenu');

export type FilterSelectProps = Omit<FilterMenuProps, 'onClose'>;

/** A filter: its value, and a menu whose code and values are loaded when it is opened. */
export function FilterSelect(props: FilterSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const around = useReturnFocus(isOpen);
  const { label, value, unset, valueWords = (words) => words } = props;
  const shown = value === undefined ? unset : valueWords(value);
  const button = (
    <FilterButton
      label={label}
      shown={shown}
      isSet={value !== undefined}
      aria-expanded={isOpen}
      onClick={() => setOpen((open) => !open)}
    />
  );
  return (
    <span className="menu-place" ref={around}>
      {isOpen ? (
        <Suspense fallback={button}>
          <FilterMenu {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}
