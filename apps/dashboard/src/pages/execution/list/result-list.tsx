import type { ResultTab } from '@svc/contract/executions/execution-view';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { formatNumber } from '../../../format/count.ts';
import type { useListedEntries } from '../use-listed-entries.ts';
import type { ResultRows } from '../use-result-rows.ts';
import { useExcused } from '../../../components/gate/use-excused.ts';
import { useRowLinks } from './use-row-links.ts';
import { ListFilter } from './list-filter.tsx';
import { NothingMatches } from './nothing-matches.tsx';
import { EntryRow } from './entry-row.tsx';
import type { ListEntry } from './list-entries.ts';

interface ResultListProps {
  executionId: string;
  listed: ResultRows;
  shown: ReturnType<typeof useListedEntries>;
  total: number;
  tab: ResultTab;
}

// Rows before the end from where on the next page is loaded.
const AHEAD = 300;
const ROW_HEIGHT = 53;
const HEAD_HEIGHT = 29;
const SKELETON_ROWS = 12;
const HEADS: Partial<Record<ListEntry['kind'], string>> = { group: 'grp', class: 'grp by-class' };
/** Where the list is next to the open result, not above it. */
const SIDE_BY_SIDE = '(min-width: 1081px)';

/** The results of a tab. Only the visible rows are in the document: there may be 50,000. */
export function ResultList({ executionId, listed, shown, total, tab }: ResultListProps) {
  const { query, newCount, showNew } = listed;
  const { entries, openKey, openGroup, showGroups } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const links = useRowLinks(executionId);
  const excused = useExcused(executionId);
  // Its functions are called while rendering only, and go to no memoized component.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isRow(entries[index]) ? ROW_HEIGHT : HEAD_HEIGHT),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  useNextPage(listed, { count: entries.length, last: items.at(-1)?.index ?? 0 });
  useOpenRowInView(scroller, virtualizer, { entries, openKey });
  return (
    <aside className="panel results" aria-label="Results">
      <ListFilter total={total} tab={tab} />
      {newCount > 0 && (
        <button className="btn quiet new-rows" type="button" onClick={showNew}>
          <span role="status">{formatNumber(newCount)} new</span>
        </button>
      )}
      {showGroups !== null && (
        <button className="btn quiet new-rows" type="button" onClick={showGroups}>
          Group by class
        </button>
      )}
      <div className="result-scroll" ref={scroller}>
        <ul className="reslist" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const entry = entries[index];
            return (
              entry !== undefined && (
                <li
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={HEADS[entry.kind]}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <EntryRow
                    entry={entry}
                    isOpen={entry.key === openKey}
                    isPartial={query.hasNextPage}
                    isExcused={excused.has(entry.key)}
                    links={links}
                    onOpenGroup={openGroup}
                  />
                </li>
              )
            );
          })}
        </ul>
        <ListEnd query={query} total={total} />
        {query.isSuccess && entries.length === 0 && <NothingMatches tab={tab} />}
      </div>
    </aside>
  );
}

/** Loads the next page of rows before the end of the list is in view. */
function useNextPage(
  { query, rows }: ResultRows,
  { count, last }: { count: number; last: number },
): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const mayLoad = hasNextPage && !isFetching && !isError;
  const isNearEnd = last > count - Math.min(AHEAD, count / 2);
  // Folded groups hardly grow the list: thousands of equal failures would all be loaded.
  const isGrowing = count * 2 > rows.length;
  useEffect(() => {
    if (mayLoad && isNearEnd && isGrowing) void fetchNextPage();
  }, [mayLoad, isNearEnd, isGrowing, fetchNextPage]);
}

/** Keeps the open row in view while results are stepped through. */
function useOpenRowInView(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { entries, openKey }: { entries: readonly ListEntry[]; openKey: string | undefined },
): void {
  const openIndex = entries.findIndex(({ key }) => key === openKey);
  const scrolledTo = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (openIndex === -1 || scrolledTo.current === openKey) return;
    const isStep = scrolledTo.current !== undefined;
    scrolledTo.current = openKey;
    if (openIndex > 1) virtualizer.scrollToIndex(openIndex, { align: 'auto' });
    if (!isStep || !window.matchMedia(SIDE_BY_SIDE).matches) return;
    // The list ends below the window until the page is scrolled, and the open row may be in that part.
    const frame = requestAnimationFrame(() =>
      scroller.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [openIndex, openKey, scroller, virtualizer]);
}

/** The rows that are being loaded, the way to the next ones, or why they did not come. */
function ListEnd({ query, total }: { query: ResultRows['query']; total: number }) {
  const { hasNextPage, isFetching, isError, error, fetchNextPage } = query;
  return (
    <>
      {query.isPending && (
        <SkeletonRows rows={Math.min(total, SKELETON_ROWS)} height={ROW_HEIGHT} />
      )}
      {hasNextPage && !isError && (
        <button
          className="btn quiet more-of-group"
          type="button"
          disabled={isFetching}
          onClick={() => void fetchNextPage()}
        >
          {isFetching ? 'Loading more' : 'Load more results'}
        </button>
      )}
      <Problem
        error={error}
        title="The results could not be loaded."
        onRetry={() => void (query.data === undefined ? query.refetch() : fetchNextPage())}
      />
    </>
  );
}

function isRow(entry: ListEntry | undefined): boolean {
  return entry?.kind === 'result' || entry?.kind === 'problem';
}
