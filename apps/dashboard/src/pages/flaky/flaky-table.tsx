import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FlakySort, FlakyTest } from '@svc/contract/history/flaky-tests';
import type { ReactNode } from 'react';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { pickAxisEnd } from '../../components/figures/interval-axis.ts';
import { IntervalAxis } from '../../components/figures/interval-bar.tsx';
import { ActionHead } from '../../components/lists/table-head.tsx';
import { TablePanel } from '../../components/lists/table-panel.tsx';
import type { FilterSearch } from '../../search/page-search.ts';
import { usePermissions } from '../../server/account.ts';
import { FlakyRow } from './flaky-row.tsx';

interface FlakyTableProps {
  tests: readonly FlakyTest[];
  /** The active entries of the quarantine; undefined until they are known. */
  entries: readonly QuarantineEntry[] | undefined;
  sort: FlakySort;
  withProject: boolean;
  filters: FilterSearch;
  isOutdated: boolean;
  /** The switch of the order, above the table. */
  head: ReactNode;
  children: ReactNode;
}

/** Flaky tests with their intervals on one axis. */
export function FlakyTable(props: FlakyTableProps) {
  const { tests, entries, sort, withProject, filters, isOutdated, head, children } = props;
  const { isAdmin } = usePermissions();
  const withScore = sort === 'score';
  const axisEnd = pickAxisEnd(
    tests.map(({ flakinessRate, confidence }) => ({ rate: flakinessRate, high: confidence.high })),
  );
  return (
    <TablePanel
      label="Flaky tests"
      className="flaky-tests"
      isOutdated={isOutdated}
      head={head}
      foot={children}
    >
      <Columns axisEnd={axisEnd} withScore={withScore} withButton={isAdmin} />
      <tbody>
        {tests.map((test) => (
          <FlakyRow
            key={test.testId}
            test={test}
            entry={entries?.find(({ testId }) => testId === test.testId)}
            mayQuarantine={isAdmin}
            axisEnd={axisEnd}
            withProject={withProject}
            withScore={withScore}
            filters={filters}
          />
        ))}
      </tbody>
    </TablePanel>
  );
}

interface ColumnsProps {
  axisEnd: number;
  withScore: boolean;
  /** Whether each row has the button that quarantines the test. */
  withButton: boolean;
}

function Columns({ axisEnd, withScore, withButton }: ColumnsProps) {
  return (
    <thead>
      <tr>
        <th>Test</th>
        <th>State</th>
        <th className="n">
          <FormulaLabel
            name="Flakiness rate"
            definition="read/definitions#flakiness-rate"
            formula="flaky runs / counted runs"
            caveat="Counted: the runs that passed or failed. Flaky: passed on retry, or failed while it passed on the same commit."
          >
            Rate
          </FormulaLabel>
        </th>
        <th className="interval">
          <span className="sr">95 % interval</span>
          <IntervalAxis axisEnd={axisEnd} />
        </th>
        {withScore && (
          <th className="n">
            <FormulaLabel
              name="Score"
              definition="read/definitions#flakiness-rate"
              formula="10 % quantile of Beta(0.2 + flaky, 10 + runs − flaky)"
              caveat="The rate is higher than this with 90 % probability."
            >
              Score
            </FormulaLabel>
          </th>
        )}
        <th className="n">Flaky runs</th>
        <th>Last 20, newest right</th>
        <th className="n">
          <FormulaLabel
            alignRight
            name="Impact"
            definition="read/definitions#flakiness-rate"
            formula="expected rate × counted runs a week × mean wasted time"
            caveat="Wasted: all attempts but the last of a flaky run."
          >
            Wasted a week
          </FormulaLabel>
        </th>
        <th className="n">Last flaky</th>
        {withButton && <ActionHead name="Quarantine" />}
      </tr>
    </thead>
  );
}
