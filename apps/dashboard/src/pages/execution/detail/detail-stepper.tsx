import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { formatNumber } from '../../../format/count.ts';

/** Where the open entry is in its list. */
export interface Position {
  /** From 0; -1 if the list does not show it. */
  place: number;
  total: number;
  onStep: (step: 1 | -1) => void;
}

/** Where the open result is in its list, with buttons to its neighbours. */
export function DetailStepper({ position: { place, total, onStep } }: { position: Position }) {
  return (
    <div className="row only-wide stepper">
      {place !== -1 && (
        <span className="dim tnum">
          {formatNumber(place + 1)} of {formatNumber(total)}
        </span>
      )}
      <button
        className="iconbtn bordered"
        type="button"
        aria-label="Previous result"
        title="Previous result (k)"
        disabled={place <= 0}
        onClick={() => onStep(-1)}
      >
        <IconChevronUp size={16} stroke={1.5} aria-hidden />
      </button>
      <button
        className="iconbtn bordered"
        type="button"
        aria-label="Next result"
        title="Next result (j)"
        disabled={place >= total - 1}
        onClick={() => onStep(1)}
      >
        <IconChevronDown size={16} stroke={1.5} aria-hidden />
      </button>
    </div>
  );
}
