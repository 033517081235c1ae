import { BarChart } from '@mantine/charts';
import type { Trends } from '@svc/contract/history/trends';
import { useMinute } from '../text/time.tsx';
import { formatCounted } from '../../format/count.ts';
import { barsSentence, trendBars, type TrendBar } from './trend-bars.ts';
import '../../styles/mantine-charts.css';

interface ExecutionsChartProps {
  trends: Trends;
  onChoose: (from: string, to: string) => void;
  /** In pixels. */
  height: number;
}

const SERIES = [
  { name: 'failed', color: 'var(--svc-fail-fill)' },
  { name: 'running', color: 'var(--svc-accent)' },
  { name: 'passed', color: 'var(--svc-pass-quiet)' },
  { name: 'interrupted', color: 'var(--svc-warn-fill)' },
];

/** Executions of each day as stacked bars, the failed ones on the base line. A click on a bar chooses its day. */
export function ExecutionsChart({ trends, onChoose, height }: ExecutionsChartProps) {
  const bars = trendBars(trends, useMinute());
  return (
    <figure className="executions-chart" aria-label={barsSentence(bars)}>
      <BarChart
        h={height}
        data={bars}
        dataKey="from"
        type="stacked"
        series={SERIES}
        tickLine="none"
        gridAxis="x"
        strokeDasharray="0"
        maxBarWidth={40}
        barChartProps={{
          margin: { top: 6, right: 0, bottom: 0, left: -28 },
          barCategoryGap: 2,
          onClick: ({ activeIndex }) => {
            const bar = bars[Number(activeIndex ?? -1)];
            if (bar !== undefined && bar.total > 0) onChoose(bar.from, bar.to);
          },
        }}
        barProps={({ name }) => ({
          isAnimationActive: false,
          ...(name === 'interrupted'
            ? { fillOpacity: 0, stroke: 'var(--svc-warn-fill)', strokeDasharray: '2 1.5' }
            : {}),
        })}
        xAxisProps={{
          tickFormatter: (from: string) => bars.find((bar) => bar.from === from)?.label ?? '',
          interval: 'equidistantPreserveStart',
          minTickGap: 48,
          tick: { fontSize: 11, fill: 'var(--svc-ink-3)' },
        }}
        yAxisProps={{ allowDecimals: false, tickCount: 3, width: 56, tick: { fontSize: 11 } }}
        tooltipProps={{
          content: ({ payload }) => <BarTooltip bar={payload?.[0]?.payload as TrendBar} />,
          isAnimationActive: false,
        }}
      />
    </figure>
  );
}

function BarTooltip({ bar }: { bar: TrendBar | undefined }) {
  if (bar === undefined) return null;
  const { label, from, to, total, failed, passed, interrupted, running } = bar;
  return (
    <div className="chart-tip">
      <b className="strong">{from === to || label === 'today' ? label : `week from ${label}`}</b>
      <span>{formatCounted(total, 'execution')}</span>
      {failed > 0 && <span className="t-fail">{failed} failed</span>}
      {passed > 0 && <span className="t-pass">{passed} passed</span>}
      {interrupted > 0 && <span className="t-warn">{interrupted} interrupted</span>}
      {running > 0 && <span className="t-accent">{running} running</span>}
      {total > 0 && <span className="dim">Click: show only these</span>}
    </div>
  );
}
