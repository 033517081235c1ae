import { capitalize } from '@svc/contract/capitalize';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { buildActiveEntriesQuery } from '../../components/quarantine/quarantine-queries.ts';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { isFiltered } from '../../search/asked-filters.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { FailuresSearch } from '../../search/page-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import { FailuresEmpty } from './failures-empty.tsx';
import { FailuresFilters } from './failures-filters.tsx';
import {
  buildFailureFiguresQuery,
  buildFailuresQuery,
  buildNewFailuresQuery,
} from './failures-queries.ts';
import { describeFailures, describeFigures, describeLargestCause } from './failures-sentence.ts';
import { FailuresTable } from './failures-table.tsx';
import { PHASE_RULES } from './phase-chip.tsx';

/** How many causes the failures have. */
export function FailuresPage() {
  usePageTitle('Failures');
  useRowKeys();
  const search = useSearch({ from: '/frame/failures' });
  const navigate = useNavigate({ from: '/failures' });
  const change = (changes: Partial<FailuresSearch>, { replace = false } = {}) =>
    void navigate({
      search: (current) => changeSearch<FailuresSearch>(current, changes),
      replace,
      resetScroll: false,
    });
  const clear = () => void navigate({ search: ({ project }) => changeSearch({ project }, {}) });

  const list = useInfiniteQuery(buildFailuresQuery(search));
  const newest = useQuery(buildNewFailuresQuery(search));
  const figures = useQuery(buildFailureFiguresQuery(search));
  const { data: entries } = useQuery(buildActiveEntriesQuery(search.project));
  const failures = (list.data?.pages ?? []).flatMap(({ items }) => items);
  const used = list.data?.pages[0];
  const isWhole = search.search === undefined && search.phase === undefined;
  const newCauses = newest.data?.items.length;
  const hasMoreNew = newest.data !== undefined && newest.data.nextCursor !== null;
  const isKnown = newCauses !== undefined && figures.data !== undefined;
  const [latest] = failures.toSorted((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt));
  return (
    <>
      <PageHead
        title={
          isKnown
            ? describeFailures({
                newCauses,
                hasMoreNew,
                failures: figures.data.failures.results,
                executions: figures.data.executions.total,
              })
            : 'Failures'
        }
        action={
          latest !== undefined &&
          (!list.hasNextPage || search.sort === 'newest') && (
            <Link
              className="btn primary"
              to="/executions/$executionId"
              params={{ executionId: latest.example.executionId }}
              search={{ result: latest.example.resultId }}
            >
              Open the newest
            </Link>
          )
        }
      >
        In {formatWindow(search)}
        {isFiltered(search) ? ', with these filters' : ''}.{' '}
        {figures.data !== undefined &&
          describeFigures(
            figures.data,
            isWhole && list.data ? { shown: failures.length, hasMore: list.hasNextPage } : null,
          )}{' '}
        {isWhole && figures.data !== undefined && describeLargestCause(figures.data, failures)}
      </PageHead>
      <FailuresFilters
        search={search}
        used={used}
        newCauses={hasMoreNew ? undefined : newCauses}
        onChange={change}
      />
      {failures.length > 0 && <SourceNote used={used} />}
      <Loaded
        query={list}
        what="The failures"
        skeleton={
          <section className="panel">
            <SkeletonRows rows={10} height={66} />
          </section>
        }
      >
        {() =>
          failures.length === 0 ? (
            <section className="panel">
              <FailuresEmpty search={search} figures={figures.data} onClear={clear} />
            </section>
          ) : (
            <FailuresTable
              failures={failures}
              entries={entries}
              period={capitalize(formatWindow(search).replace(/^the (?:time )?/, ''))}
              withProject={search.project === undefined}
              isOutdated={list.isPlaceholderData}
            >
              <MoreRows
                shown={failures.length}
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                hasFailed={list.isFetchNextPageError}
                onMore={() => void list.fetchNextPage()}
                aside={`New: ${PHASE_RULES.new}. Over: ${PHASE_RULES.over}.`}
              />
            </FailuresTable>
          )
        }
      </Loaded>
      <KeyHints
        hints={[
          { keys: ['j', 'k'], does: 'move' },
          { keys: ['↵'], does: 'open its newest failure' },
          { keys: ['1', '…', '4'], does: 'phase' },
          { keys: ['/'], does: 'filter' },
        ]}
      />
    </>
  );
}
