import type { ReactNode } from 'react';
import { formatCount } from '../../format/count.ts';

interface MoreRowsProps {
  shown: number;
  /** How many there are, where that is known. */
  total?: number | undefined;
  hasMore: boolean;
  isLoading: boolean;
  /** Why the next page did not come. */
  hasFailed?: boolean;
  onMore: () => void;
  /** By default `Show 25 more`. */
  moreLabel?: string;
  /** What stands at the right end, such as a legend. */
  aside?: ReactNode;
}

/** The end of a list: how much of it is shown, and the next page. */
export function MoreRows(props: MoreRowsProps) {
  const { shown, total, hasMore, isLoading, hasFailed = false, onMore, aside } = props;
  const { moreLabel = 'Show 25 more' } = props;
  const known = hasMore ? total : shown;
  return (
    <div className="more">
      <span className="tnum">
        {known === undefined
          ? `${formatCount(shown)} shown`
          : `${formatCount(shown)} of ${formatCount(Math.max(known, shown))}`}
      </span>
      {hasMore && (
        <button className="btn sm" type="button" disabled={isLoading} onClick={onMore}>
          {isLoading ? 'Loading' : hasFailed ? 'Try again' : moreLabel}
        </button>
      )}
      {hasFailed && !isLoading && (
        <span className="t-fail" role="alert">
          The next rows could not be loaded.
        </span>
      )}
      {aside !== undefined && <span className="push only-wide">{aside}</span>}
    </div>
  );
}
