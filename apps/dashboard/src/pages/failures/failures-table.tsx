import { hasVerdict } from '@svc/analysis/verdicts/verdict-label';
import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { ReactNode } from 'react';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { ActionHead } from '../../components/lists/table-head.tsx';
import { TablePanel } from '../../components/lists/table-panel.tsx';
import { covers } from '../../components/quarantine/entry-words.ts';
import { usePermissions } from '../../server/account.ts';
import { FailureRow } from './failure-row.tsx';
import { PHASE_RULES } from './phase-chip.tsx';

interface FailuresTableProps {
  failures: readonly FailureGroup[];
  /** The active entries of the quarantine; undefined until they are known. */
  entries: readonly QuarantineEntry[] | undefined;
  /** The period in words, which the bars cover. */
  period: string;
  withProject: boolean;
  isOutdated: boolean;
  children: ReactNode;
}

/** Causes of failures with where and when they were seen. */
export function FailuresTable(props: FailuresTableProps) {
  const { failures, entries, period, withProject, isOutdated, children } = props;
  const { isAdmin } = usePermissions();
  // Failures are classified on request: without any, the column would be empty.
  const withClass = failures.some(hasVerdict);
  return (
    <TablePanel label="Failures" className="failures" isOutdated={isOutdated} foot={children}>
      <Columns period={period} withClass={withClass} withButton={isAdmin} />
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
          />
        ))}
      </tbody>
    </TablePanel>
  );
}

interface ColumnsProps {
  period: string;
  withClass: boolean;
  /** Whether each row has the button that quarantines the failure. */
  withButton: boolean;
}

function Columns({ period, withClass, withButton }: ColumnsProps) {
  return (
    <thead>
      <tr>
        <th>
          <FormulaLabel
            name="Fingerprint"
            definition="read/definitions#fingerprint"
            formula="error, message, locator and top stack frame"
            caveat="Numbers, ids, times and the like are placeholders, so that the same failure has the same fingerprint."
          >
            Failure
          </FormulaLabel>
        </th>
        {withClass && <th>Class</th>}
        <th>
          <FormulaLabel
            name="Phase"
            definition="read/definitions#phase"
            formula={`new: ${PHASE_RULES.new}; over: ${PHASE_RULES.over}`}
            caveat="After the default branch is fixed, a failure is back only if a branch that still runs had it after the fix. Another branch that has not run in the last 14 days does not count."
          >
            Phase
          </FormulaLabel>
        </th>
        <th className="n">Failures</th>
        <th>Spread</th>
        <th>{period}</th>
        <th className="n">Last seen</th>
        {withButton && <ActionHead name="Quarantine" />}
      </tr>
    </thead>
  );
}
