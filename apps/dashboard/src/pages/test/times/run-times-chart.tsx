import { ScatterChart } from '@mantine/charts';
import { formatCounted } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { formatDay, formatTime } from '../../../format/time.ts';
import { AXIS_STEPS, axisEndMs } from './duration-axis.ts';
import type { NoiseBand } from './noise-band.ts';
import { timeTicks } from './time-ticks.ts';
import '../../../styles/mantine-charts.css';

export interface RunMark {
  /** When the execution began, in ms. */
  at: number;
  ms: number;
  kind: 'passed' | 'flaky' | 'failed';
}

const COLORS: Record<RunMark['kind'], string> = {
  passed: 'var(--svc-ink-2)',
  flaky: 'var(--svc-flaky-fill)',
  failed: 'var(--svc-fail-fill)',
};

/** Durations over time: dots, diamonds for flaky runs, crosses for failures, and the band of noise. */
export function RunTimesChart({ marks, band }: { marks: RunMark[]; band: NoiseBand | null }) {
  const times = marks.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const ticks = timeTicks(first, last);
  const start = Math.min(first, ticks.at[0] ?? first);
  // So much that a lone run stands in the middle, and the first and the last are whole.
  const margin = Math.max((last - start) * 0.02, 60_000);
  const longestMs = Math.max(band?.highMs ?? 0, ...marks.map(({ ms }) => ms));
  const kinds = ['passed', 'flaky', 'failed'] as const;
  const count = (kind: RunMark['kind']) => marks.filter((mark) => mark.kind === kind).length;
  return (
    <figure
      className="run-times"
      aria-label={`Durations of ${formatCounted(marks.length, 'run')}: ${count('passed')} passed, ${count('flaky')} flaky, ${count('failed')} failed${band === null ? '' : `; median ${formatDuration(band.medianMs)}`}`}
    >
      <ScatterChart
        h={190}
        dataKey={{ x: 'at', y: 'ms' }}
        data={kinds.map((kind) => ({
          name: kind,
          color: COLORS[kind],
          data: marks
            .filter((mark) => mark.kind === kind)
            .map(({ at, ms }) => ({ at, ms, [kind]: 1 })),
        }))}
        tickLine="none"
        strokeDasharray="0"
        valueFormatter={{
          x: (at) => (ticks.unit === 'day' ? formatDay : formatTime)(new Date(at)),
          y: (ms) => formatDuration(ms),
        }}
        xAxisProps={{ domain: [start - margin, last + margin], ticks: ticks.at, minTickGap: 32 }}
        yAxisProps={{ domain: [0, axisEndMs(longestMs)], tickCount: AXIS_STEPS + 1, width: 60 }}
        scatterChartProps={{ margin: { top: 8, right: 16, bottom: 0, left: 0 } }}
        scatterProps={{ shape: Mark, isAnimationActive: false }}
        {...bandProps(band)}
        tooltipProps={{ content: ({ payload }) => <MarkTooltip mark={payload?.[0]?.payload} /> }}
      />
    </figure>
  );
}

function bandProps(band: NoiseBand | null) {
  if (band === null) return {};
  const { lowMs, medianMs, highMs } = band;
  return {
    referenceAreas: [
      {
        y1: lowMs,
        y2: highMs,
        color: 'var(--svc-selected)',
        fillOpacity: 0.8,
        strokeOpacity: 0,
        ifOverflow: 'hidden' as const,
      },
    ],
    referenceLines: [{ y: medianMs, color: 'var(--svc-ink-3)', strokeDasharray: '2 3' }],
  };
}

interface Payload {
  at: number;
  ms: number;
  passed?: number;
  flaky?: number;
  failed?: number;
}

function Mark({ cx = 0, cy = 0, payload }: { cx?: number; cy?: number; payload?: Payload }) {
  if (payload?.failed === 1) {
    return (
      <path
        d={`M${cx - 4} ${cy - 4}l8 8M${cx + 4} ${cy - 4}l-8 8`}
        stroke={COLORS.failed}
        strokeWidth="1.8"
      />
    );
  }
  if (payload?.flaky === 1) {
    return <path d={`M${cx} ${cy - 5}l5 5-5 5-5-5z`} fill={COLORS.flaky} />;
  }
  return <circle cx={cx} cy={cy} r="2.5" fill={COLORS.passed} />;
}

function MarkTooltip({ mark }: { mark: Payload | undefined }) {
  if (mark === undefined) return null;
  const word = mark.failed === 1 ? 'failed' : mark.flaky === 1 ? 'flaky' : 'passed';
  return (
    <div className="chart-tip">
      <b className="strong">{formatDuration(mark.ms)}</b>
      <span>
        {word}, {formatDay(new Date(mark.at))}
      </span>
    </div>
  );
}
