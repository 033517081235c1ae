import { LineChart } from '@mantine/charts';
import type { Trends } from '@svc/contract/trends';
import { formatDuration } from '../../format/duration.ts';
import { formatDay } from '../../format/time.ts';
import '../../styles/mantine-charts.css';

const SERIES = [
  { name: 'average', color: 'var(--svc-ink)' },
  { name: 'median', color: 'var(--svc-skip-fill)', strokeDasharray: '3 3' },
];

/** The average and the median time of an execution, a day. Days without an execution are passed over. */
export function DurationChart({ trends: { points } }: { trends: Trends }) {
  const data = points.map(({ from, executionAverageMs, executionP50Ms }) => ({
    day: formatDay(new Date(from)),
    average: executionAverageMs,
    median: executionP50Ms,
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
