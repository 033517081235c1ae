import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { useMinute } from '../../components/text/time.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import type { QuarantineSearch } from '../../search/page-search.ts';
import { QuarantineEmpty } from './quarantine-empty.tsx';
import { QuarantineFilters } from './quarantine-filters.tsx';
import { buildEntriesQuery } from './quarantine-queries.ts';
import { describeExpiring, describeQuarantine } from './quarantine-sentence.ts';
import { QuarantineTable } from './quarantine-table.tsx';
import { listItems } from '../../server/pages-query.ts';

/** Which failures the gate excuses, until when, and why. */
export function QuarantinePage() {
  usePageTitle('Quarantine');
  useRowKeys();
  const now = useMinute();
  const search = useSearch({ from: '/frame/quarantine' });
  const change = useChangeSearch<QuarantineSearch>();
  const list = useInfiniteQuery(buildEntriesQuery(search));
  const entries = listItems(list.data);
  return (
    <>
      <PageHead
        title={
          list.data === undefined
            ? 'Quarantine'
            : describeQuarantine({ entries, hasMore: list.hasNextPage, show: search.show })
        }
      >
        The gate lets quarantined failures pass until a date. They stay red.{' '}
        {describeExpiring({ entries, hasMore: list.hasNextPage }, now)}
      </PageHead>
      <QuarantineFilters search={search} entries={entries} onChange={change} />
      <ListPanel
        list={list}
        what="The quarantine"
        skeleton={<SkeletonRows rows={8} height={58} />}
        empty={
          entries.length > 0 ? null : (
            <QuarantineEmpty
              search={search}
              onClear={() => change({ test: undefined, show: undefined })}
            />
          )
        }
      >
        <QuarantineTable
          entries={entries}
          withProject={search.project === undefined}
          isOutdated={list.isPlaceholderData}
          now={now}
        >
          <MoreRows
            list={list}
            shown={entries.length}
            aside="The server lifts an entry that excused nothing for 14 days if its test has recovered."
          />
        </QuarantineTable>
      </ListPanel>
      <KeyHints hints={KEYS} />
    </>
  );
}

const KEYS = [MOVE, OPEN, { keys: ['1', '2', '3'], does: 'active, ended, all' }];
