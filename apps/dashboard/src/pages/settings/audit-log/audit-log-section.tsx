import type { AuditEntry } from '@svc/contract/audit-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { Empty } from '../../../components/states/empty.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { usePermissions } from '../../../server/account.ts';
import { pagesQuery } from '../../../server/pages-query.ts';
import { client, trpc } from '../../../server/trpc.ts';
import { actionSentence } from './action-sentence.ts';

/** Who changed what, the newest first. */
export function AuditLogSection() {
  const { isAdmin, adminsOnly } = usePermissions();
  const [actor, setActor] = useState('');
  return (
    <>
      <PageHead
        title="Audit log"
        action={
          isAdmin && (
            <a className="btn" href="/api/audit-log.csv" download>
              <IconDownload size={14} stroke={1.5} aria-hidden />
              Export as CSV
            </a>
          )
        }
      >
        Who changed keys, members, settings, and what was deleted. Entries cannot be changed.
      </PageHead>
      {isAdmin ? (
        <>
          <div className="filters">
            <label className="filter find">
              <input
                className="find-input"
                placeholder="Who"
                aria-label="Filter by who did it"
                value={actor}
                data-filter
                onChange={({ target }) => setActor(target.value)}
              />
              <kbd>/</kbd>
            </label>
          </div>
          <Entries actor={actor.trim()} />
        </>
      ) : (
        <section className="panel">
          <Empty title="Members do not see the audit log">{adminsOnly}</Empty>
        </section>
      )}
    </>
  );
}

function Entries({ actor }: { actor: string }) {
  const input = { limit: 50, ...(actor === '' ? {} : { actor }) };
  const entries = useInfiniteQuery(
    pagesQuery(trpc.auditLog.list.queryKey(input), (cursor, options) =>
      client.auditLog.list.query({ ...input, ...cursor }, options),
    ),
  );
  const items = entries.data?.pages.flatMap((page) => page.items);
  return (
    <section className="panel" aria-label="Entries">
      {entries.error !== null && <Problem error={entries.error} what="The audit log" />}
      {items === undefined && entries.error === null && <SkeletonRows />}
      {items?.length === 0 && (
        <Empty title={actor === '' ? 'Nothing has been changed yet' : `Nothing by ‘${actor}’`} />
      )}
      {items !== undefined && items.length > 0 && (
        <table className="cards">
          <thead>
            <tr>
              <th>When</th>
              <th>Who</th>
              <th>What</th>
              <th>From</th>
            </tr>
          </thead>
          <tbody>
            {items.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      {entries.hasNextPage && (
        <div className="more">
          <button
            className="btn sm"
            type="button"
            disabled={entries.isFetchingNextPage}
            onClick={() => void entries.fetchNextPage()}
          >
            Show 50 more
          </button>
        </div>
      )}
    </section>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  const { at, actor, address, details } = entry;
  const shown = Object.entries(details).filter(([, value]) => value !== null);
  return (
    <tr>
      <td className="nowrap m2 r">
        <TimeAgo at={at} />
      </td>
      <td className="m1">
        <bdi className="ttl">{actor.name}</bdi>
        <div className="sub">
          {{ user: 'user', apiKey: 'API key', server: 'on the server' }[actor.kind]}
        </div>
      </td>
      <td className="m3 full">
        <bdi>{actionSentence(entry)}</bdi>
        {shown.length > 0 && (
          <div className="sub audit-details">
            {shown.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(' · ')}
          </div>
        )}
      </td>
      <td className="mono m4">{address ?? <span className="dim">–</span>}</td>
    </tr>
  );
}
