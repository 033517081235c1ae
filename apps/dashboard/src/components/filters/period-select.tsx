import { Suspense, useState } from 'react';
import { formatWindow, type WindowSearch } from '../../search/time-window.ts';
import { FilterButton } from './filter-button.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import { lazyPart } from '../../server/load-code.ts';

const PeriodMenu = lazyPart(() => import('./period-menu.tsx'), 'PeriodMenu');

interface PeriodSelectProps {
  search: WindowSearch;
  onChange: (window: WindowSearch) => void;
}

/** The window of a page: some days up to today, or from one day to another. */
export function PeriodSelect({ search, onChange }: PeriodSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const around = useReturnFocus(isOpen);
  const isSet = search.days !== undefined || search.from !== undefined;
  const button = (
    <FilterButton
      label="Period"
      shown={formatWindow(search).replace(/^the (?:time )?/, '')}
      isSet={isSet}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen((open) => !open)}
    />
  );
  return (
    <span className="menu-place" ref={around}>
      {isOpen ? (
        <Suspense fallback={button}>
          <PeriodMenu
            search={search}
            button={button}
            onClose={() => setOpen(false)}
            onChange={onChange}
          />
        </Suspense>
      ) : (
        button
      )}
    </span>
  );
}
