import { SvcClientError } from '@svc/client';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { trpc } from '../../server/trpc.ts';
import { useMinute } from '../text/time.tsx';
import { Problem } from '../states/problem.tsx';
import { describeEntry } from './entry-sentence.ts';
import { overlaps, formatUntil } from './entry-words.ts';
import { buildEntriesOfTestQuery, reloadQuarantine } from './quarantine-queries.ts';

interface SaveRefusedProps {
  error: unknown;
  testId: string;
  /** The failures that were to be excused. */
  fingerprints: QuarantineEntry['fingerprints'];
  /** The entry that was to be changed; null for a new one. */
  entry: QuarantineEntry | null;
}

/** Why an entry was not saved. Where somebody else was faster, what they did, with the way to it. */
export function SaveRefused(props: SaveRefusedProps) {
  const { error } = props;
  return error instanceof SvcClientError && error.code === 'CONFLICT' ? (
    <ChangedMeanwhile {...props} />
  ) : (
    <NotSaved error={error} />
  );
}

function NotSaved({ error }: Pick<SaveRefusedProps, 'error'>) {
  return <Problem error={error} title="The quarantine could not be saved." />;
}

function ChangedMeanwhile({ error, testId, fingerprints, entry }: SaveRefusedProps) {
  const now = useMinute();
  // The page behind the dialog is outdated.
  useEffect(() => () => void reloadQuarantine(), []);
  const present = useQuery({
    ...trpc.quarantine.get.queryOptions({ id: entry?.id ?? '', limit: 1 }),
    enabled: entry !== null,
    staleTime: 0,
  });
  const active = useQuery({ ...buildEntriesOfTestQuery(testId), staleTime: 0 });
  if (present.data?.state === 'lifted') {
    return <Note title="This entry was lifted meanwhile.">{describeEntry(present.data, now)}</Note>;
  }
  const other = active.data?.items.find(
    (one) => one.id !== entry?.id && overlaps(one.fingerprints, fingerprints),
  );
  // The server's own sentence; for example, that there are too many entries.
  if (other === undefined) return <NotSaved error={error} />;
  return (
    <Note
      title="Another entry excuses failures of this test already"
      action={
        <Link className="btn sm" to="/quarantine/$quarantineId" params={{ quarantineId: other.id }}>
          Open that entry
        </Link>
      }
    >
      Until {formatUntil(new Date(other.expiresAt))}: <bdi>{other.reason}</bdi>
    </Note>
  );
}

interface NoteProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

function Note({ title, children, action }: NoteProps) {
  return (
    <div className="note fail gate-note" role="alert">
      <div className="grow">
        <b className="strong">{title}</b>
        <div className="mid wrap-anywhere">{children}</div>
      </div>
      {action}
    </div>
  );
}
