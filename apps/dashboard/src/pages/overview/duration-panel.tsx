import { DurationChart, describeDurations } from '../../components/charts/duration-chart.tsx';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { Loaded, type AskedQuery } from '../../components/states/loaded.tsx';
import type { Outputs } from '../../server/trpc.ts';

type Overview = Outputs['overview']['get'];

interface DurationPanelProps {
  query: AskedQuery<Overview>;
}

/** How long executions took, by day, beside the period before. */
export function DurationPanel({ query }: DurationPanelProps) {
  const isChart = query.data !== undefined && describeDurations(query.data) === null;
  return (
    <Panel
      title={
        <FormulaLabel
          name="Time of an execution"
          definition="read/definitions#rates-and-durations"
          formula="mean of (last part’s end − first part’s start)"
          caveat="Finished executions only, by day. Dashed: the day as many days earlier as the period has."
        >
          Time of an execution
        </FormulaLabel>
      }
      aside={
        isChart && (
          <span className="legend">
            <span>
              <i className="swatch line-swatch" />
              this period
            </span>
            <span>
              <i className="swatch line-swatch dashed" />
              the one before
            </span>
          </span>
        )
      }
    >
      <Loaded query={query} what="The chart" skeleton={<div className="duration-skeleton" />}>
        {(answer) => <DurationChart {...answer} />}
      </Loaded>
    </Panel>
  );
}
