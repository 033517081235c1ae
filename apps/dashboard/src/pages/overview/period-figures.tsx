import type { Metrics } from '@svc/contract/history/metrics';
import type { TrendPoint } from '@svc/contract/history/trends';
import { Figure } from '../../components/figures/figure.tsx';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { SparkLine } from '../../components/figures/spark-line.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { splitDuration, formatDuration } from '../../format/duration.ts';
import {
  formatCountChange,
  formatDurationChange,
  formatPercent,
  formatRate,
  formatRateChange,
  splitRate,
} from '../../format/rate.ts';
import { formatDay, formatDayOrToday } from '../../format/time.ts';
import { useMinute } from '../../components/text/time.tsx';

interface PeriodFiguresProps {
  metrics: Metrics;
  /** One point a day, oldest first. */
  points: readonly TrendPoint[];
}

/** Four figures of the period, each against the period before. */
export function PeriodFigures(props: PeriodFiguresProps) {
  return (
    <div className="figs quad">
      <PassRateFigure {...props} />
      <FlakyFigure {...props} />
      <FailedFigure {...props} />
      <TimeFigure {...props} />
    </div>
  );
}

// A rate near 1 would be a line at the top of its chart.
const LOWEST_RATE = 0.6;

function PassRateFigure({ metrics: { executions, previous }, points }: PeriodFiguresProps) {
  const counts = `${formatNumber(executions.passed)} of ${formatNumber(executions.passed + executions.failed)}`;
  const rates = points.map(computeExecutionPassRate).filter((rate) => rate !== null);
  return (
    <Figure
      label={
        <FormulaLabel
          name="Pass rate of executions"
          definition="read/definitions#rates-and-durations"
          formula="passed / (passed + failed)"
          caveat={`Interrupted executions are not counted. ${counts}; the period before: ${formatRate(previous.executions.passRate)}.`}
        >
          Executions passed
        </FormulaLabel>
      }
      value={executions.passRate === null ? null : [splitRate(executions.passRate)]}
      counts={counts}
      change={formatRateChange(
        { from: previous.executions.passRate, to: executions.passRate },
        'higher',
      )}
      spark={
        <DailyLine
          label="Executions passed, a day"
          points={points}
          pick={computeExecutionPassRate}
          from={Math.min(...rates) >= LOWEST_RATE ? LOWEST_RATE : 0}
          format={formatPercent}
        />
      }
    />
  );
}

function FlakyFigure({ metrics: { results, previous }, points }: PeriodFiguresProps) {
  return (
    <Figure
      label={
        <FormulaLabel
          alignRight
          name="Flaky rate of results"
          definition="read/definitions#rates-and-durations"
          formula="flaky / (passed + failed + timed out)"
          caveat={`A flaky result failed an attempt and passed its last one; it counts as passed. ${formatNumber(results.flaky)} of ${formatNumber(results.passed + results.failed)}.`}
        >
          Flaky results
        </FormulaLabel>
      }
      value={results.flakyRate === null ? null : [splitRate(results.flakyRate)]}
      counts={formatNumber(results.flaky)}
      change={formatRateChange(
        { from: previous.results.flakyRate, to: results.flakyRate },
        'lower',
      )}
      spark={
        <DailyLine
          label="Flaky results, a day"
          points={points}
          pick={({ flaky }) => flaky}
          format={formatDailyCount}
        />
      }
    />
  );
}

function FailedFigure({ metrics: { failures, previous }, points }: PeriodFiguresProps) {
  const tests = formatCount(failures.distinctTests, 'test');
  return (
    <Figure
      label={
        <FormulaLabel
          name="Failed results"
          definition="read/definitions#outcomes"
          formula="failed + timed out"
          caveat={`Of ${tests} in ${formatCount(failures.executions, 'execution')}. A test that failed in two executions counts twice.`}
        >
          Failed results
        </FormulaLabel>
      }
      value={[{ number: formatNumber(failures.results), unit: '' }]}
      counts={`in ${tests}`}
      change={
        // Nothing ran before: every failure would be one more.
        previous.executions.passRate === null
          ? null
          : formatCountChange({ from: previous.failures.results, to: failures.results }, 'fewer')
      }
      spark={
        <DailyLine
          label="Failed results, a day"
          points={points}
          pick={({ failed }) => failed}
          format={formatDailyCount}
        />
      }
    />
  );
}

function TimeFigure({ metrics: { duration, previous }, points }: PeriodFiguresProps) {
  const { executionAverageMs: averageMs, executionP95Ms } = duration;
  return (
    <Figure
      label={
        <FormulaLabel
          alignRight
          name="Average time of an execution"
          definition="read/definitions#rates-and-durations"
          formula="mean of (last part’s end − first part’s start)"
          caveat="Finished executions only. p50 and p95 by linear interpolation. The line is the daily median."
        >
          Average time
        </FormulaLabel>
      }
      value={averageMs === null ? null : splitDuration(averageMs)}
      change={formatDurationChange({
        fromMs: previous.duration.executionAverageMs,
        toMs: averageMs,
      })}
      note={`p95 ${formatDuration(executionP95Ms)}`}
      spark={
        <DailyLine
          label="Median time of an execution, a day"
          points={points}
          pick={({ executionP50Ms }) => executionP50Ms}
          format={formatDuration}
        />
      }
    />
  );
}

interface DailyLineProps {
  label: string;
  points: readonly TrendPoint[];
  pick: (point: TrendPoint) => number | null;
  from?: number;
  format: (value: number) => string;
}

/** The course of a figure over the days of the period. */
function DailyLine({ points, pick, ...line }: DailyLineProps) {
  const now = useMinute();
  const [first, last] = [points[0], points.at(-1)];
  return (
    <SparkLine
      {...line}
      values={points.map(pick)}
      firstLabel={first === undefined ? '' : formatDay(new Date(first.from))}
      lastLabel={last === undefined ? '' : formatDayOrToday(new Date(last.from), now)}
    />
  );
}

function formatDailyCount(count: number): string {
  return `${formatNumber(count)} a day`;
}

function computeExecutionPassRate({
  executionsPassed,
  executionsFailed,
}: TrendPoint): number | null {
  const finished = executionsPassed + executionsFailed;
  return finished === 0 ? null : executionsPassed / finished;
}
