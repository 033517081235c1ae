import type { AuditEntry } from '@svc/contract/people/audit-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/layout/lead-sentence.tsx';
import { MoreRows } from '../../../components/lists/more-rows.tsx';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { usePermissions } from '../../../server/account.ts';
import { buildPagesQuery } from '../../../server/pages-query.ts';
import { client, trpc } from '../../../server/trpc.ts';
import { describeAction } from './action-sentence.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';
import { toSiteAddress } from '../../../server/site.ts';

const PAGE = 50;

/** Who changed what, the newest first. */
export function AuditLogSection() {
  const { isAdmin, adminsOnly } = usePermissions();
  const [actor, setActor] = useState<string>();
  return (
    <>
      <PageHead
        title="Audit log"
        action={
          isAdmin && (
            <a className="btn" href={toSiteAddress('/api/audit-log.csv')} download>
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
            <SearchField label="Who did it" value={actor} onChange={setActor} />
          </div>
          <Entries actor={actor} />
        </>
      ) : (
        <section className="panel">
          <Empty title="Members do not see the audit log">{adminsOnly}</Empty>
        </section>
      )}
    </>
  );
}

function Entries({ actor }: { actor: string | undefined }) {
  const input = { limit: PAGE, ...(actor === undefined ? {} : { actor }) };
  const entries = useInfiniteQuery(
    buildPagesQuery(trpc.auditLog.list.queryKey(input), (cursor, options) =>
      client.auditLog.list.query({ ...input, ...cursor }, options),
    ),
  );
  return (
    <section className="panel" aria-label="Entries" aria-busy={entries.isPlaceholderData}>
      <Loaded query={entries} what="The audit log" skeleton={<SkeletonRows />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) {
            return (
              <Empty
                title={
                  actor === undefined ? 'Nothing has been changed yet' : `Nothing by ‘${actor}’`
                }
              />
            );
          }
          return (
            <>
              <table className={entries.isPlaceholderData ? 'cards outdated' : 'cards'}>
                <TableHead names={['When', 'Who', 'What', 'From']} />
                <tbody>
                  {items.map((entry) => (
                    <EntryRow key={entry.id} entry={entry} />
                  ))}
                </tbody>
              </table>
              <MoreRows shown={items.length} list={entries} moreLabel={`Show ${PAGE} more`} />
            </>
          );
        }}
      </Loaded>
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
        <bdi>{describeAction(entry)}</bdi>
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
