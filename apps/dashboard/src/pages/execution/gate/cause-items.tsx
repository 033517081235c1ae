import { TESTS_OF_CAUSE } from '@svc/analysis/causes/cause-groups';
import type { GateCause } from '@svc/contract/gate/gate';
import { useState, type ReactNode } from 'react';
import { CauseClass, CauseHead } from '../../../components/causes/cause-head.tsx';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatShowButton } from '../../../components/causes/tests-of-cause.ts';
import { formatCount } from '../../../format/count.ts';

interface CauseItemsProps<Item> {
  cause: GateCause;
  /** The listed failures. */
  items: readonly Item[];
  /** Below the class. */
  children?: ReactNode;
  itemOf: (item: Item) => ReactNode;
}

/** A cause of several failures as items of a list: itself, its first failures, and all of them when asked. */
export function CauseItems<Item>({ cause, items, children, itemOf }: CauseItemsProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, TESTS_OF_CAUSE);
  const left = cause.failures - shown.length;
  return (
    <>
      <li className="cause-row">
        <span className="g">
          <StatusGlyph status="failed" size={16} label={null} />
        </span>
        <div>
          <CauseHead cause={cause} />
        </div>
        <div className="side">
          <CauseClass cause={cause} />
          {children}
        </div>
      </li>
      {shown.map(itemOf)}
      {left > 0 && (
        <li className="of-cause">
          {shown.length < items.length ? (
            <button className="btn sm" type="button" onClick={() => setWhole(true)}>
              {formatShowButton(items.length, cause.failures, 'failures')}
            </button>
          ) : (
            <span className="sub">{formatCount(left, 'more failure')} not listed</span>
          )}
        </li>
      )}
    </>
  );
}
