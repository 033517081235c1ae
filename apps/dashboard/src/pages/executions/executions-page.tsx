import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { NothingMatches } from '../../components/filters/nothing-matches.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { useMinute } from '../../components/text/time.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { isFiltered } from '../../search/asked-filters.ts';
import { changeSearch } from '../../search/changed-search.ts';
import { filterWords } from '../../search/filter-words.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { toLocalDay } from '../../search/time-window.ts';
import { CompareAction } from '../../components/executions/compare-action.tsx';
import { ExecutionsChartPanel } from '../../components/charts/executions-chart-panel.tsx';
import { ExecutionsEmpty } from './executions-empty.tsx';
import { ExecutionsFilters } from './executions-filters.tsx';
import { ExecutionsHead } from './executions-head.tsx';
import { buildExecutionsQuery, buildExecutionTrendsQuery } from './executions-queries.ts';
import { ExecutionsTable, StatusLegend } from '../../components/executions/executions-table.tsx';
import { sumChosen } from './execution-sums.ts';
import { useComparePicks } from '../../components/executions/use-compare-picks.ts';
import { useNewExecutions } from './use-new-executions.ts';

/** What ran: all executions of a window, newest first. */
export function ExecutionsPage() {
  usePageTitle('Executions');
  useRowKeys();
  const search = useSearch({ from: '/frame/executions' });
  const navigate = useNavigate({ from: '/executions' });
  const change = (changes: Partial<ExecutionsSearch>, { replace = false } = {}) =>
    void navigate({
      search: (current) => changeSearch<ExecutionsSearch>(current, changes),
      replace,
      resetScroll: false,
    });
  const clear = () => void navigate({ search: ({ project }) => changeSearch({ project }, {}) });

  const list = useInfiniteQuery(buildExecutionsQuery(search));
  const trends = useQuery(buildExecutionTrendsQuery(search));
  const picks = useComparePicks();
  const today = toLocalDay(useMinute());
  const isLive = search.to === undefined && (search.day ?? today) === today;
  const fresh = useNewExecutions(search, {
    firstPage: list.isPlaceholderData ? undefined : list.data?.pages[0],
    updatedAt: list.dataUpdatedAt,
    isLive,
  });
  const showNew = () => void Promise.all([list.refetch(), fresh.refetch(), trends.refetch()]);

  const executions = (list.data?.pages ?? []).flatMap(({ items }) => items);
  // Where there is no list yet, nothing can move under its reader.
  const isFirst = executions.length === 0 && fresh.count > 0;
  const showFirst = useEffectEvent(showNew);
  useEffect(() => {
    if (isFirst) showFirst();
  }, [isFirst]);
  const used = list.data?.pages[0];
  const isSearched = search.search !== undefined || search.tag !== undefined;
  const sums = trends.data === undefined ? null : sumChosen(trends.data, search.day);
  return (
    <>
      <ExecutionsHead search={search} sums={sums} isSearched={isSearched} />
      <ExecutionsFilters search={search} sums={sums} used={used} onChange={change} />
      <SourceNote used={used} />
      {(sums === null || sums.total > 0 || search.day !== undefined) && (
        <ExecutionsChartPanel
          query={trends}
          onChoose={(from, to) =>
            change(
              from === to
                ? { day: search.day === from ? undefined : from }
                : { from, to, days: undefined, day: undefined },
            )
          }
        />
      )}
      <div className="live" aria-live="polite">
        {fresh.count > 0 && (
          <button className="btn new-rows" type="button" onClick={showNew}>
            {fresh.count}
            {fresh.isMany && ' or more'} new
          </button>
        )}
      </div>
      <Loaded
        query={list}
        what="The executions"
        skeleton={
          <section className="panel">
            <SkeletonRows rows={12} />
          </section>
        }
      >
        {() =>
          executions.length === 0 ? (
            <section className="panel">
              {isFiltered(search) || isSearched || search.status || search.day ? (
                <NothingMatches
                  noun="execution"
                  words={filterWords(search, [
                    search.status,
                    search.source === undefined && used?.source === 'ci' ? 'from CI' : undefined,
                    search.tag && `tag ${search.tag}`,
                    search.day && `on ${search.day}`,
                  ])}
                  onClear={clear}
                />
              ) : (
                <ExecutionsEmpty
                  search={search}
                  onWiden={() => change({ days: 365, from: undefined, to: undefined })}
                  onShowLocal={() => change({ source: 'all' })}
                />
              )}
            </section>
          ) : (
            <ExecutionsTable
              executions={executions.map(fresh.current)}
              withProject={search.project === undefined}
              isPicked={picks.isPicked}
              onPick={picks.toggle}
              isOutdated={list.isPlaceholderData}
            >
              <MoreRows
                shown={executions.length}
                total={sums === null ? undefined : sums[search.status ?? 'total']}
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                hasFailed={list.isFetchNextPageError}
                onMore={() => void list.fetchNextPage()}
                aside={<StatusLegend />}
              />
            </ExecutionsTable>
          )
        }
      </Loaded>
      <CompareAction
        picks={picks.picks}
        withProject={search.project === undefined}
        onClear={picks.clear}
      />
      <KeyHints
        hints={[
          { keys: ['j', 'k'], does: 'move' },
          { keys: ['↵'], does: 'open' },
          { keys: ['x'], does: 'select to compare' },
          { keys: ['/'], does: 'filter' },
          { keys: ['1', '…', '5'], does: 'status' },
        ]}
      />
    </>
  );
}
