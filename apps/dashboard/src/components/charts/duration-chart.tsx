import type { Trends } from '@svc/contract/history/trends';
import { formatDuration } from '../../format/duration.ts';
import { formatDay } from '../../format/time.ts';
import { pickLabelledIndexes } from './plot/axis-ticks.ts';
import { buildDurationAxis } from './plot/duration-ticks.ts';
import { Plot, type PlotArea } from './plot/plot.tsx';
import { describeSteadyDuration } from './steady-sentence.ts';

interface DurationChartProps {
  trends: Trends;
  /** The averages of as many days before. */
  previousAveragesMs: readonly (number | null)[];
}

interface Day {
  label: string;
  averageMs: number | null;
  beforeMs: number | null;
}

const HEIGHT = 180;
const LABEL_WIDTH = 56;

/**
 * The average time of an execution, a day, and on the day as many days earlier. Days without an execution are passed
 * over. One day, or the same time every day, is a sentence.
 */
export function DurationChart(props: DurationChartProps) {
  const sentence = describeDurations(props);
  return sentence === null ? <Chart days={toDays(props)} /> : <p className="steady">{sentence}</p>;
}

/** What the chart says in a sentence; null where it is drawn. */
export function describeDurations(props: DurationChartProps): string | null {
  return describeSteadyDuration(toDays(props));
}

function toDays({ trends: { points }, previousAveragesMs }: DurationChartProps): Day[] {
  return points.map(({ from, executionAverageMs }, index) => ({
    label: formatDay(new Date(from)),
    averageMs: executionAverageMs,
    beforeMs: previousAveragesMs[index] ?? null,
  }));
}

function Chart({ days }: { days: readonly Day[] }) {
  const last = days.findLast(({ averageMs }) => averageMs !== null);
  const longestMs = Math.max(
    ...days.flatMap(({ averageMs, beforeMs }) => [averageMs ?? 0, beforeMs ?? 0]),
  );
  const at = (index: number) => index / Math.max(1, days.length - 1);
  const lineOf = ({ x, y }: PlotArea, value: (day: Day) => number | null) =>
    days
      .flatMap((day, index) => {
        const ms = value(day);
        return ms === null ? [] : [`${x(at(index)).toFixed(1)} ${y(ms).toFixed(1)}`];
      })
      .map((place, index) => `${index === 0 ? 'M' : 'L'}${place}`)
      .join('');
  const end = days.findLastIndex(({ averageMs }) => averageMs !== null);
  return (
    <Plot
      className="duration-chart"
      name={`Average time of an execution, a day: ${formatDuration(last?.averageMs ?? null)} at the end`}
      height={HEIGHT}
      ticks={buildDurationAxis(longestMs)}
      labels={(width) =>
        pickLabelledIndexes(days.length, { width, labelWidth: LABEL_WIDTH }).map((index) => ({
          at: at(index),
          words: days[index]?.label ?? '',
        }))
      }
      stops={days.map((_, index) => at(index))}
      tip={(index) => <DayTip day={days[index]} />}
    >
      {(area, shown) => (
        <>
          {shown !== null && <path className="ref" d={`M${area.x(at(shown))} 0V${area.bottom}`} />}
          <path className="prev" d={lineOf(area, ({ beforeMs }) => beforeMs)} />
          <path className="ln1" d={lineOf(area, ({ averageMs }) => averageMs)} />
          {last?.averageMs != null && (
            <circle className="end" cx={area.x(at(end))} cy={area.y(last.averageMs)} r="3.5" />
          )}
        </>
      )}
    </Plot>
  );
}

function DayTip({ day }: { day: Day | undefined }) {
  if (day === undefined) return null;
  const { label, averageMs, beforeMs } = day;
  return (
    <>
      <b className="strong">{label}</b>
      <span>{averageMs === null ? 'no execution' : `${formatDuration(averageMs)} on average`}</span>
      {beforeMs !== null && (
        <span className="dim">{formatDuration(beforeMs)} the period before</span>
      )}
    </>
  );
}
