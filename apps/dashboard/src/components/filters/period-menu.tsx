import { Popover } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState, type ReactElement } from 'react';
import { useMinute } from '../text/time.tsx';
import { toLocalDay, type WindowSearch } from '../../search/time-window.ts';

const PERIODS = [7, 14, 30, 90, 365];
// The API refuses longer windows.
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;

interface PeriodMenuProps {
  search: WindowSearch;
  /** The button under which the menu opens. */
  button: ReactElement;
  onChange: (window: WindowSearch) => void;
  onClose: () => void;
}

/** The open menu of the window. */
export function PeriodMenu({ search, button, onChange, onClose }: PeriodMenuProps) {
  const days = search.from === undefined ? (search.days ?? 30) : null;
  const choose = (window: WindowSearch) => {
    onChange({ days: undefined, from: undefined, to: undefined, ...window });
    onClose();
  };
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      width={260}
      offset={4}
      trapFocus
      returnFocus
      classNames={{ dropdown: 'filter-menu' }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label="Period">
        <div className="filter-options">
          {PERIODS.map((period) => (
            <button
              key={period}
              type="button"
              className="filter-option"
              aria-pressed={days === period}
              data-autofocus={days === period || undefined}
              onClick={() => choose(period === 30 ? {} : { days: period })}
            >
              <span className="menu-mark">
                {days === period && <IconCheck size={14} stroke={1.5} aria-hidden />}
              </span>
              last {period} days
            </button>
          ))}
        </div>
        <CustomPeriod search={search} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function CustomPeriod({
  search,
  onChoose,
}: {
  search: WindowSearch;
  onChoose: (window: WindowSearch) => void;
}) {
  const today = toLocalDay(useMinute());
  const [from, setFrom] = useState(search.from ?? '');
  const [to, setTo] = useState(search.to ?? today);
  const problem = findPeriodProblem({ from, to });
  return (
    <form
      className="period-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (from !== '' && problem === null) onChoose(to === today ? { from } : { from, to });
      }}
    >
      <label>
        From
        <input
          className="input"
          type="date"
          value={from}
          max={today}
          onChange={({ target }) => setFrom(target.value)}
        />
      </label>
      <label>
        To
        <input
          className="input"
          type="date"
          value={to}
          max={today}
          onChange={({ target }) => setTo(target.value)}
        />
      </label>
      <button className="btn sm" type="submit" disabled={from === '' || problem !== null}>
        Show
      </button>
      {problem !== null && (
        <p className="t-fail" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function findPeriodProblem({ from, to }: { from: string; to: string }): string | null {
  if (from === '' || to === '') return null;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return 'The first day lies after the last one.';
  return days > MOST_DAYS ? `Choose at most ${MOST_DAYS} days.` : null;
}
