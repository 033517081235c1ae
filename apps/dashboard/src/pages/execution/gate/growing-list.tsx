import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../../format/count.ts';

const STEP = 50;

interface GrowingListProps<Item> {
  items: readonly Item[];
  className: string;
  label?: string;
  /** An item as a row with a key. */
  children: (item: Item, place: number) => ReactNode;
}

/** A list that may be long: its first items, and more of them when asked. */
export function GrowingList<Item>({ items, className, label, children }: GrowingListProps<Item>) {
  const [shown, setShown] = useState(STEP);
  const left = items.length - shown;
  return (
    <>
      <ul className={className} aria-label={label}>
        {items.slice(0, shown).map(children)}
      </ul>
      {left > 0 && (
        <div className="more">
          <span className="tnum">
            {formatNumber(shown)} of {formatNumber(items.length)}
          </span>
          <button className="btn sm" type="button" onClick={() => setShown(shown + STEP)}>
            Show {formatNumber(Math.min(STEP, left))} more
          </button>
        </div>
      )}
    </>
  );
}
