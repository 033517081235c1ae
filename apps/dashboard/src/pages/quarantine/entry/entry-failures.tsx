import type { KnownFailure } from '@svc/contract/gate/known-failures';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatCovered } from '../../../components/quarantine/entry-words.ts';
import { buildKnownFailuresQuery } from '../../../components/quarantine/quarantine-queries.ts';
import { FailurePattern } from '../../../components/tests/failure-pattern.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatNumber } from '../../../format/count.ts';
import { shortenFingerprint } from '../../../format/identity.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

/** The failures that the entry excuses, with their patterns where they occurred in the last 90 days. */
export function EntryFailures({ entry }: { entry: QuarantineEntry }) {
  const { testId, project, fingerprints } = entry;
  const known = useQuery({ ...buildKnownFailuresQuery(testId), enabled: fingerprints !== 'any' });
  if (fingerprints === 'any') {
    return (
      <Panel title="What it excuses">
        <p className="pad">
          Every failure of this test, even one that never occurred before.{' '}
          <span className="mid">A real regression of this test passes the gate.</span>
        </p>
      </Panel>
    );
  }
  return (
    <Panel
      title="What it excuses"
      meta={`${formatCovered(fingerprints)} of this test; another failure of it blocks`}
    >
      <table className="cards">
        <TableHead names={['Failure']} numbers={['Times in 90 days', 'Last seen']} />
        <tbody>
          {fingerprints.map((fingerprint) => (
            <ExcusedFailure
              key={fingerprint}
              fingerprint={fingerprint}
              project={project}
              known={known.data?.items}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

interface ExcusedFailureProps {
  fingerprint: string;
  project: string;
  /** Undefined while they are loaded. */
  known: readonly KnownFailure[] | undefined;
}

function ExcusedFailure({ fingerprint, project, known }: ExcusedFailureProps) {
  const failure = known?.find((one) => one.fingerprint === fingerprint);
  return (
    <tr className="go">
      <td className="full pattern-cell">
        <Link
          to="/failures"
          search={{ project, search: fingerprint, days: 90 }}
          className="two row-link"
          data-row
        >
          {failure === undefined ? (
            <span className="mono">{shortenFingerprint(fingerprint)}</span>
          ) : (
            <FailurePattern pattern={failure.pattern} />
          )}
        </Link>
        {failure !== undefined && <div className="sub mono">{shortenFingerprint(fingerprint)}</div>}
      </td>
      <td className="n m3" data-l="times">
        {known === undefined ? '' : formatNumber(failure?.count ?? 0)}
      </td>
      <td className="n dim nowrap m4 r">
        {failure !== undefined && <TimeAgo at={failure.lastSeenAt} />}
      </td>
    </tr>
  );
}
