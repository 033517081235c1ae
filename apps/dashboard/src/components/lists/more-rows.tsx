import type { ReactNode } from 'react';
import { formatNumber } from '../../format/count.ts';

/** What MoreRows reads of an infinite query. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

interface MoreRowsProps {
  list: PagedList;
  shown: number;
  /** How many there are, where that is known. */
  total?: number | undefined;
  /** By default `Show 25 more`. */
  moreLabel?: string;
  /** What stands at the right end, such as a legend. */
  aside?: ReactNode;
}

/** The end of a list: how much of it is shown, and the next page. */
export function MoreRows({ list, shown, total, moreLabel, aside }: MoreRowsProps) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = list;
  const known = hasNextPage ? total : shown;
  return (
    <div className="more">
      <span className="tnum">
        {known === undefined
          ? `${formatNumber(shown)} shown`
          : `${formatNumber(shown)} of ${formatNumber(Math.max(known, shown))}`}
      </span>
      {hasNextPage && (
        <button
          className="btn sm"
          type="button"
          disabled={isLoading}
          onClick={() => void list.fetchNextPage()}
        >
          {isLoading ? 'Loading' : hasFailed ? 'Try again' : (moreLabel ?? 'Show 25 more')}
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
