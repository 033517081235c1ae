import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { buildActiveEntriesQuery } from '../../components/quarantine/quarantine-queries.ts';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { FlakySearch } from '../../search/page-search.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import { CostAction } from './cost-action.tsx';
import { FlakyEmpty } from './flaky-empty.tsx';
import { FlakyFilters } from './flaky-filters.tsx';
import { buildFlakyTestsQuery } from './flaky-queries.ts';
import { describeCost, describeFlakyTests } from './flaky-sentence.ts';
import { FlakyTable } from './flaky-table.tsx';
import { SortSwitch } from './sort-switch.tsx';
import { listItems } from '../../server/pages-query.ts';

/** Which flaky test to fix first. */
export function FlakyPage() {
  usePageTitle('Flaky tests');
  useRowKeys();
  const search = useSearch({ from: '/frame/flaky' });
  const navigate = useNavigate({ from: '/flaky' });
  const change = useChangeSearch<FlakySearch>();
  const list = useInfiniteQuery(buildFlakyTestsQuery(search));
  const { data: entries } = useQuery(buildActiveEntriesQuery(search.project));
  const tests = listItems(list.data);
  const used = list.data?.pages[0];
  const total = used?.total;
  const { sort = 'impact', runs = 5 } = search;
  const { project, branch, environment, framework, source, days, from, to } = search;
  const filters = { project, branch, environment, framework, source, days, from, to };
  const clear = () => void navigate({ search: changeSearch({ project }, {}) });
  return (
    <>
      <PageHead
        title={total === undefined ? 'Flaky tests' : describeFlakyTests(total.tests)}
        action={
          <CostAction
            tests={tests}
            isSortedOut={!list.hasNextPage || sort === 'impact'}
            filters={filters}
            onSort={() => change({ sort: 'impact' })}
          />
        }
      >
        In {formatWindow(search)}, of tests with {runs} or more runs. {describeCost(total)}
      </PageHead>
      <FlakyFilters search={search} tests={tests} used={used} onChange={change} />
      {tests.length > 0 && <SourceNote used={used} />}
      <ListPanel
        list={list}
        what="The flaky tests"
        skeleton={<SkeletonRows rows={10} />}
        empty={tests.length > 0 ? null : <FlakyEmpty search={search} onClear={clear} />}
      >
        <FlakyTable
          tests={tests}
          entries={entries}
          sort={sort}
          withProject={project === undefined}
          filters={filters}
          isOutdated={list.isPlaceholderData}
          head={
            <SortSwitch
              sort={sort}
              onChange={(order) => change({ sort: order === 'impact' ? undefined : order })}
            />
          }
        >
          <MoreRows
            list={list}
            shown={tests.length}
            total={total?.tests}
            aside="Bar: 95 % Wilson interval; tick: the rate. A wide bar means few runs."
          />
        </FlakyTable>
      </ListPanel>
      <KeyHints hints={KEYS} />
    </>
  );
}

const KEYS = [
  MOVE,
  OPEN,
  { keys: ['1', '2', '3'], does: 'impact, rate, score' },
  { keys: ['/'], does: 'filter' },
];
