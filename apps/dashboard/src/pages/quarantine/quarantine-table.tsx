import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TableHead } from '../../components/lists/table-head.tsx';
import { TablePanel } from '../../components/lists/table-panel.tsx';
import { formatCovered } from '../../components/quarantine/entry-words.ts';
import { EntryState } from '../../components/quarantine/entry-state.tsx';
import { TestName, TestPlace } from '../../components/tests/test-name.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDate } from '../../format/time.ts';

interface QuarantineTableProps {
  entries: readonly QuarantineEntry[];
  withProject: boolean;
  isOutdated: boolean;
  now: Date;
  children: ReactNode;
}

/** Entries with what they excuse, why, and until when. */
export function QuarantineTable(props: QuarantineTableProps) {
  const { entries, withProject, isOutdated, now, children } = props;
  return (
    <TablePanel label="Quarantine" className="quarantine" isOutdated={isOutdated} foot={children}>
      <TableHead names={['Test', 'Excuses', 'Reason', 'State']} numbers={['Until', 'Excused']} />
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} withProject={withProject} now={now} />
        ))}
      </tbody>
    </TablePanel>
  );
}

interface EntryRowProps {
  entry: QuarantineEntry;
  withProject: boolean;
  now: Date;
}

function EntryRow({ entry, withProject, now }: EntryRowProps) {
  const { id, titlePath, file, variant, project, fingerprints, reason, owner } = entry;
  return (
    <tr className={entry.state === 'active' ? 'go' : 'go over'}>
      <td className="full name">
        <Link
          to="/quarantine/$quarantineId"
          params={{ quarantineId: id }}
          className="ttl clip own-line row-link"
          data-row
        >
          <TestName titlePath={titlePath} />
        </Link>
        <TestPlace file={file} variant={variant} project={withProject ? project : undefined} />
      </td>
      <td className="m3 nowrap">
        <bdi>{formatCovered(fingerprints)}</bdi>
      </td>
      <td className="full m2 reason">
        <bdi className="two-lines">{reason}</bdi>
        {owner !== null && <bdi className="sub clip own-line">owner {owner}</bdi>}
      </td>
      <td className="m4 r">
        <EntryState entry={entry} now={now} />
      </td>
      <td className="n dim nowrap m5" data-l="until">
        {formatDate(new Date(entry.expiresAt))}
      </td>
      <td className="n m6 r nowrap" data-l="excused">
        {formatNumber(entry.excusedCount)}
        {entry.lastExcusedAt !== null && (
          <div className="sub">
            <TimeAgo at={entry.lastExcusedAt} />
          </div>
        )}
      </td>
    </tr>
  );
}
