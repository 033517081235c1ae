import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonPanels } from '../../../components/states/skeleton.tsx';
import { formatTestTitle } from '../../../format/identity.ts';
import { usePageTitle } from '../../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../../keyboard/use-row-keys.ts';
import { buildEntryQuery } from '../quarantine-queries.ts';
import { EntryFailures } from './entry-failures.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { EntryHead } from './entry-head.tsx';
import { EntryMissing } from './entry-missing.tsx';
import { ExcusalsPanel } from './excusals-panel.tsx';
import { isNotFound } from '../../../components/states/problem.tsx';

const TITLE_CHARACTERS = 100;

/** One entry: what it excuses, why and until when, and what it has excused. */
export function EntryPage() {
  useRowKeys();
  const { quarantineId } = useParams({ from: '/frame/quarantine/$quarantineId' });
  const pages = useInfiniteQuery(buildEntryQuery(quarantineId));
  const entry = pages.data?.pages[0];
  usePageTitle(
    entry === undefined
      ? 'Quarantine'
      : `Quarantine of ${formatTestTitle(entry.titlePath).slice(0, TITLE_CHARACTERS)}`,
  );
  if (entry === undefined && isNotFound(pages.error)) return <EntryMissing />;
  return (
    <Loaded
      query={pages}
      what="The entry"
      skeleton={<SkeletonPanels title="Quarantine" rows={[4, 6]} />}
    >
      {({ pages: [first, ...further] }) =>
        first !== undefined && (
          <div className="stack">
            <EntryHead entry={first} />
            <EntryFacts entry={first} />
            <EntryFailures entry={first} />
            <ExcusalsPanel
              entry={first}
              excusals={[first, ...further].flatMap(({ excusals }) => excusals.items)}
              list={pages}
            />
            <KeyHints hints={[MOVE, OPEN]} />
          </div>
        )
      }
    </Loaded>
  );
}
