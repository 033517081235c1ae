import type { Trends } from '@svc/contract/history/trends';
import { useState } from 'react';
import { Loaded, type AskedQuery } from '../states/loaded.tsx';
import { AfterAMoment } from '../states/skeleton.tsx';
import { Segments } from '../filters/segments.tsx';
import { ExecutionsByDay } from './executions-by-day.tsx';
import { ExecutionsChart } from './executions-chart.tsx';

interface ExecutionsChartPanelProps {
  query: AskedQuery<Trends>;
  onChoose: (from: string, to: string) => void;
  /** Of the chart, in pixels. */
  height?: number | undefined;
}

const USUAL_HEIGHT = 112;

/** Executions of each day of the window, as a chart or as a table. */
export function ExecutionsChartPanel({
  query,
  onChoose,
  height = USUAL_HEIGHT,
}: ExecutionsChartPanelProps) {
  const [look, setLook] = useState<'chart' | 'table'>('chart');
  const unit = query.data?.granularity === 'weekly' ? 'week' : 'day';
  const skeleton = (
    <div className="executions-chart">
      <div style={{ height }} />
    </div>
  );
  return (
    <section className="panel" aria-label={`Executions a ${unit}`}>
      <header className="bare">
        <h2>Executions a {unit}</h2>
        <span className="push row gap3">
          <ChartLegend trends={query.data} />
          <Segments
            label="Show as"
            value={look}
            onChange={setLook}
            segments={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
        </span>
      </header>
      <Loaded query={query} what="The chart" skeleton={<AfterAMoment>{skeleton}</AfterAMoment>}>
        {(trends) =>
          look === 'chart' ? (
            <ExecutionsChart trends={trends} onChoose={onChoose} height={height} />
          ) : (
            <ExecutionsByDay trends={trends} onChoose={onChoose} />
          )
        }
      </Loaded>
    </section>
  );
}

function ChartLegend({ trends }: { trends: Trends | undefined }) {
  const isRunning = trends?.points.some(
    ({ executions, executionsPassed, executionsFailed, executionsInterrupted }) =>
      executions > executionsPassed + executionsFailed + executionsInterrupted,
  );
  return (
    <span className="legend only-wide">
      <span>
        <i className="swatch fail-swatch" />
        failed
      </span>
      {isRunning === true && (
        <span>
          <i className="swatch running-swatch" />
          running
        </span>
      )}
      <span>
        <i className="swatch pass-swatch" />
        passed
      </span>
      <span>
        <i className="swatch stop-swatch" />
        interrupted
      </span>
    </span>
  );
}
