import type { Execution } from '@svc/contract/executions/executions';
import { Fragment, type ReactNode } from 'react';
import { ActionHead } from '../lists/table-head.tsx';
import { TablePanel } from '../lists/table-panel.tsx';
import { StatusWord } from '../status/status-glyph.tsx';
import { useMinute } from '../text/time.tsx';
import { formatDayHeading, groupByDay } from './execution-days.ts';
import { ExecutionRow } from './execution-row.tsx';

interface ExecutionsTableProps {
  executions: readonly Execution[];
  withProject: boolean;
  isPicked: (id: string) => boolean;
  onPick: (execution: Execution) => void;
  isOutdated: boolean;
  children: ReactNode;
}

/** Executions by day, newest first. */
export function ExecutionsTable(props: ExecutionsTableProps) {
  const { executions, withProject, isPicked, onPick, isOutdated, children } = props;
  const now = useMinute();
  return (
    <TablePanel label="Executions" className="executions" isOutdated={isOutdated} foot={children}>
      <thead>
        <tr>
          <ActionHead name="Select" />
          <th className="fit">Execution</th>
          <th>Change</th>
          <th>Suite</th>
          <th>Results</th>
          <th>
            <span className="sr">Notes</span>
          </th>
          <th className="n">Time</th>
          <th className="n">Started</th>
        </tr>
      </thead>
      <tbody>
        {groupByDay(executions).map(({ day, items }) => (
          <Fragment key={day}>
            <tr className="day">
              <th colSpan={8} scope="colgroup">
                {formatDayHeading(day, now)}
              </th>
            </tr>
            {items.map((execution) => (
              <ExecutionRow
                key={execution.id}
                execution={execution}
                withProject={withProject}
                isPicked={isPicked(execution.id)}
                onPick={() => onPick(execution)}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </TablePanel>
  );
}

/** What the glyphs mean. */
export function StatusLegend() {
  return (
    <span className="legend">
      {(['failed', 'interrupted', 'running', 'passed'] as const).map((status) => (
        <StatusWord key={status} status={status} size={12} />
      ))}
    </span>
  );
}
