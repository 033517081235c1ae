import { capitalize } from '@svc/contract/zod-free/capitalize';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { buildActiveEntriesQuery } from '../../components/quarantine/quarantine-queries.ts';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { FailuresSearch } from '../../search/page-search.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import { FailuresEmpty } from './failures-empty.tsx';
import { FailuresFilters } from './failures-filters.tsx';
import { FailuresHead } from './failures-head.tsx';
import {
  buildFailureFiguresQuery,
  buildFailuresQuery,
  buildNewFailuresQuery,
} from './failures-queries.ts';
import { FailuresTable } from './failures-table.tsx';
import { PHASE_RULES } from './phase-chip.tsx';
import { listItems } from '../../server/pages-query.ts';

/** How many causes the failures have. */
export function FailuresPage() {
  usePageTitle('Failures');
  useRowKeys();
  const search = useSearch({ from: '/frame/failures' });
  const navigate = useNavigate({ from: '/failures' });
  const change = useChangeSearch<FailuresSearch>();
  const clear = () => void navigate({ search: ({ project }) => changeSearch({ project }, {}) });
  const list = useInfiniteQuery(buildFailuresQuery(search));
  const newest = useQuery(buildNewFailuresQuery(search)).data;
  const figures = useQuery(buildFailureFiguresQuery(search)).data;
  const entries = useQuery(buildActiveEntriesQuery(search.project)).data;
  const failures = listItems(list.data);
  const used = list.data?.pages[0];
  return (
    <>
      <FailuresHead
        search={search}
        failures={failures}
        hasMore={list.data === undefined ? undefined : list.hasNextPage}
        newest={newest}
        figures={figures}
      />
      <FailuresFilters
        search={search}
        used={used}
        newCauses={newest?.nextCursor === null ? newest.items.length : undefined}
        onChange={change}
      />
      {failures.length > 0 && <SourceNote used={used} />}
      <ListPanel
        list={list}
        what="The failures"
        skeleton={<SkeletonRows rows={10} height={66} />}
        empty={
          failures.length > 0 ? null : (
            <FailuresEmpty search={search} figures={figures} onClear={clear} />
          )
        }
      >
        <FailuresTable
          failures={failures}
          entries={entries}
          period={capitalize(formatWindow(search).replace(/^the (?:time )?/, ''))}
          withProject={search.project === undefined}
          isOutdated={list.isPlaceholderData}
        >
          <MoreRows
            list={list}
            shown={failures.length}
            aside={`New: ${PHASE_RULES.new}. Over: ${PHASE_RULES.over}.`}
          />
        </FailuresTable>
      </ListPanel>
      <KeyHints hints={KEYS} />
    </>
  );
}

const KEYS = [
  MOVE,
  { keys: ['↵'], does: 'open its newest failure' },
  { keys: ['1', '…', '4'], does: 'phase' },
  { keys: ['/'], does: 'filter' },
];
