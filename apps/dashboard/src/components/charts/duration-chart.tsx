import { LineChart } from '@mantine/charts';
import type { Trends } from '@svc/contract/history/trends';
import { formatDuration } from '../../format/duration.ts';
import { formatDay } from '../../format/time.ts';
import '../../styles/mantine-charts.css';

const SERIES = [
  { name: 'average', color: 'var(--svc-ink)' },
  { name: 'before', color: 'var(--svc-skip-fill)', strokeDasharray: '3 3' },
];

interface DurationChartProps {
  trends: Trends;
  /** The averages of as many days before. */
  previousAveragesMs: readonly (number | null)[];
}

/**
 * The average time of an execution, a day, and on the day as many days earlier. Days without an execution are passed
 * over.
 */
export function DurationChart({ trends: { points }, previousAveragesMs }: DurationChartProps) {
  const data = points.map(({ from, executionAverageMs }, index) => ({
    day: formatDay(new Date(from)),
    average: executionAverageMs,
    before: previousAveragesMs[index] ?? null,
  }));
  const last = data.findLast(({ average }) => average !== null);
  return (
    <figure
      className="duration-chart"
      aria-label={`Average time of an execution, a day: ${formatDuration(last?.average ?? null)} at the end`}
    >
      <LineChart
        h={180}
        data={data}
        dataKey="day"
        series={SERIES}
        curveType="linear"
        connectNulls
        withDots={false}
        strokeWidth={1.5}
        strokeDasharray="0"
        tickLine="none"
        gridAxis="x"
        valueFormatter={formatDuration}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ margin: { top: 8, right: 8, bottom: 0, left: 0 } }}
        xAxisProps={{
          interval: 'equidistantPreserveStart',
          minTickGap: 48,
          tick: { fontSize: 11, fill: 'var(--svc-ink-3)' },
        }}
        yAxisProps={{ width: 64, tickCount: 4, tick: { fontSize: 11 } }}
      />
    </figure>
  );
}
