import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Link } from '@tanstack/react-router';
import { PARTIAL_WORDS } from '../../../components/executions/execution-notes.ts';
import { ExcusedChip } from '../../../components/gate/excused-chip.tsx';
import { covers } from '../../../components/quarantine/entry-words.ts';
import { LabelChip } from '../../../components/status/label-chip.tsx';
import { StatusWord } from '../../../components/status/status-glyph.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { shortenCommit, shortenFingerprint } from '../../../format/identity.ts';
import type { RunOfTest } from './test-runs.ts';
import { TableHead } from '../../../components/lists/table-head.tsx';

/** Runs of a test with the executions that they are from, newest first. */
export function RunTable({
  runs,
  entries = [],
}: {
  runs: readonly RunOfTest[];
  entries: readonly QuarantineEntry[] | undefined;
}) {
  return (
    <table className="cards runs">
      <TableHead
        names={['Execution', 'Outcome', 'Branch and commit', 'Environment', 'Failure']}
        numbers={['Time', 'When']}
      />
      <tbody>
        {runs.map((run) => (
          <tr key={run.executionId} className="go">
            {/* The rule does not see the text below. */}
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
            <td className="m1 nowrap">
              <Link
                to="/executions/$executionId"
                params={{ executionId: run.executionId }}
                search={{ result: run.resultId }}
                className="tnum strong row-link"
                data-row
              >
                <span>#{run.executionNumber}</span>
              </Link>
            </td>
            <td className="m3">
              <span className="chips">
                <StatusWord status={run.outcome} size={14} />
                <LabelChip classification={run.classification} candidates={run.candidates} />
                {isExcused(run, entries) && <ExcusedChip />}
              </span>
            </td>
            <td className="m4 r branch">
              <bdi className="clip own-line">
                {run.branch ?? '–'}{' '}
                {run.commit !== null && (
                  <span className="mono dim">{shortenCommit(run.commit)}</span>
                )}
              </bdi>
            </td>
            <td className="m5 sub">
              <span className="chips">
                {run.environment !== null && <bdi>{run.environment}</bdi>}
                {!run.fromCi && <span className="chip">local</span>}
                {run.dirty && <span className="chip">uncommitted changes</span>}
                {run.partial.map((reason) => (
                  <span key={reason} className="chip">
                    {PARTIAL_WORDS[reason]}
                  </span>
                ))}
              </span>
            </td>
            <td className="m5 r sub mono">
              {run.fingerprint !== null && <bdi>{shortenFingerprint(run.fingerprint)}</bdi>}
            </td>
            <td className="n nowrap m6">{formatDuration(run.durationMs)}</td>
            <td className="n dim nowrap m2 r">
              <TimeAgo at={run.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether the gate lets the failure of a run pass as of now. */
function isExcused(
  { outcome, fingerprint }: RunOfTest,
  entries: readonly QuarantineEntry[],
): boolean {
  if (fingerprint === null || (outcome !== 'failed' && outcome !== 'timedOut')) return false;
  return entries.some((entry) => covers(entry, fingerprint));
}
