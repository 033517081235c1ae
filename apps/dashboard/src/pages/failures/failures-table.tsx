import type { FailureGroup } from '@svc/contract/history/failures';
import type { ReactNode } from 'react';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { FailureRow } from './failure-row.tsx';

const MOST_DAYS = 14;

interface FailuresTableProps {
  failures: readonly FailureGroup[];
  withProject: boolean;
  isOutdated: boolean;
  children: ReactNode;
}

/** Causes of failures with where and when they were seen. */
export function FailuresTable(props: FailuresTableProps) {
  const { failures, withProject, isOutdated, children } = props;
  const days = Math.min(MOST_DAYS, failures[0]?.perDay.length ?? MOST_DAYS);
  // Failures are classified on request: without any, the column would be empty.
  const withClass = failures.some(({ classification }) => classification !== null);
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
          </tr>
        </thead>
        <tbody>
          {failures.map((failure) => (
            <FailureRow
              key={`${failure.example.project} ${failure.fingerprint}`}
              failure={failure}
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
