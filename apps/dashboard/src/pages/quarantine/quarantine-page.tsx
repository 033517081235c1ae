import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { useMinute } from '../../components/text/time.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { changeSearch } from '../../search/changed-search.ts';
import type { QuarantineSearch } from '../../search/page-search.ts';
import { QuarantineEmpty } from './quarantine-empty.tsx';
import { QuarantineFilters } from './quarantine-filters.tsx';
import { buildEntriesQuery } from './quarantine-queries.ts';
import { describeExpiring, describeQuarantine } from './quarantine-sentence.ts';
import { QuarantineTable } from './quarantine-table.tsx';

/** Which failures the gate excuses, until when, and why. */
export function QuarantinePage() {
  usePageTitle('Quarantine');
  useRowKeys();
  const now = useMinute();
  const search = useSearch({ from: '/frame/quarantine' });
  const navigate = useNavigate({ from: '/quarantine' });
  const change = (changes: Partial<QuarantineSearch>) =>
    void navigate({
      search: (current) => changeSearch<QuarantineSearch>(current, changes),
      resetScroll: false,
    });
  const list = useInfiniteQuery(buildEntriesQuery(search));
  const entries = (list.data?.pages ?? []).flatMap(({ items }) => items);
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
      <Loaded
        query={list}
        what="The quarantine"
        skeleton={
          <section className="panel">
            <SkeletonRows rows={8} height={58} />
          </section>
        }
      >
        {() =>
          entries.length === 0 ? (
            <section className="panel">
              <QuarantineEmpty
                search={search}
                onClear={() => change({ test: undefined, show: undefined })}
              />
            </section>
          ) : (
            <QuarantineTable
              entries={entries}
              withProject={search.project === undefined}
              isOutdated={list.isPlaceholderData}
              now={now}
            >
              <MoreRows
                shown={entries.length}
                hasMore={list.hasNextPage}
                isLoading={list.isFetchingNextPage}
                hasFailed={list.isFetchNextPageError}
                onMore={() => void list.fetchNextPage()}
                aside="The server lifts an entry that excused nothing for 14 days if its test has recovered."
              />
            </QuarantineTable>
          )
        }
      </Loaded>
      <KeyHints
        hints={[
          { keys: ['j', 'k'], does: 'move' },
          { keys: ['↵'], does: 'open' },
          { keys: ['1', '2', '3'], does: 'active, ended, all' },
        ]}
      />
    </>
  );
}
