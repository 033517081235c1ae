import { hasVerdict } from '@svc/analysis/verdict-words';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { ReactNode } from 'react';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { covers } from '../../components/quarantine/entry-words.ts';
import { usePermissions } from '../../server/account.ts';
import { FailureRow } from './failure-row.tsx';

const MOST_DAYS = 14;

interface FailuresTableProps {
  failures: readonly FailureGroup[];
  /** The active entries of the quarantine; undefined until they are known. */
  entries: readonly QuarantineEntry[] | undefined;
  withProject: boolean;
  isOutdated: boolean;
  children: ReactNode;
}

/** Causes of failures with where and when they were seen. */
export function FailuresTable(props: FailuresTableProps) {
  const { failures, entries, withProject, isOutdated, children } = props;
  const { isAdmin } = usePermissions();
  const days = Math.min(MOST_DAYS, failures[0]?.perDay.length ?? MOST_DAYS);
  // Failures are classified on request: without any, the column would be empty.
  const withClass = failures.some(hasVerdict);
  return (
    <section className="panel" aria-label="Failures" aria-busy={isOutdated}>
      <table className={isOutdated ? 'cards failures outdated' : 'cards failures'}>
        <thead>
          <tr>
            <th>
              <FormulaLabel
                name="Fingerprint"
                formula="error, message, locator and top stack frame"
                caveat="Numbers, ids, times and the like are placeholders, so that the same failure has the same fingerprint."
              >
                Failure
              </FormulaLabel>
            </th>
            {withClass && <th>Class</th>}
            <th>Phase</th>
            <th className="n">Failures</th>
            <th>Spread</th>
            <th>Last {days} days</th>
            <th className="n">Last</th>
            {isAdmin && (
              <th className="fit">
                <span className="sr">Quarantine</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {failures.map((failure) => (
            <FailureRow
              key={`${failure.example.project} ${failure.fingerprint}`}
              failure={failure}
              entry={entries?.find(
                (entry) =>
                  entry.testId === failure.example.testId && covers(entry, failure.fingerprint),
              )}
              mayQuarantine={isAdmin}
              withProject={withProject}
              withClass={withClass}
              days={days}
            />
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}
