import type { Metrics } from '@svc/contract/history/metrics';
import type { TrendPoint } from '@svc/contract/history/trends';
import { Figure } from '../../components/figures/figure.tsx';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { SparkLine } from '../../components/figures/spark-line.tsx';
import { formatCount, formatCounted } from '../../format/count.ts';
import { splitDuration, formatDuration } from '../../format/duration.ts';
import {
  formatCountChange,
  formatDurationChange,
  formatRate,
  formatRateChange,
} from '../../format/rate.ts';
import { formatDay, formatDayOrToday } from '../../format/time.ts';
import { useMinute } from '../../components/text/time.tsx';

interface PeriodFiguresProps {
  metrics: Metrics;
  /** One point a day, oldest first. */
  points: readonly TrendPoint[];
}

// A rate near 1 would be a line at the top of its chart.
const LOWEST_RATE = 0.6;

/** Four figures of the period, each against the period before. */
export function PeriodFigures({ metrics, points }: PeriodFiguresProps) {
  const { executions, results, failures, duration, previous } = metrics;
  const finished = executions.passed + executions.failed;
  const first = points[0];
  const firstLabel = first === undefined ? '' : formatDay(new Date(first.from));
  const now = useMinute();
  const last = points.at(-1);
  const lastLabel = last === undefined ? '' : formatDayOrToday(new Date(last.from), now);
  const rates = points.map((point) => computeExecutionPassRate(point));
  const lowest = Math.min(...rates.filter((rate) => rate !== null));
  return (
    <div className="figs quad">
      <Figure
        label={
          <FormulaLabel
            name="Pass rate of executions"
            formula="passed / (passed + failed)"
            caveat={`Interrupted executions are not counted. ${formatCount(executions.passed)} of ${formatCount(finished)}; the period before: ${formatRate(previous.executions.passRate)}.`}
          >
            Executions passed
          </FormulaLabel>
        }
        value={rateParts(executions.passRate)}
        counts={`${formatCount(executions.passed)} of ${formatCount(finished)}`}
        change={formatRateChange(
          { from: previous.executions.passRate, to: executions.passRate },
          'higher',
        )}
        spark={
          <SparkLine
            label="Executions passed, a day"
            values={rates}
            from={lowest >= LOWEST_RATE ? LOWEST_RATE : 0}
            format={(rate) => `${Math.round(rate * 100)}\u00a0%`}
            firstLabel={firstLabel}
            lastLabel={lastLabel}
          />
        }
      />
      <Figure
        label={
          <FormulaLabel
            alignRight
            name="Flaky rate of results"
            formula="flaky / (passed + failed + timed out)"
            caveat={`A flaky result failed an attempt and passed its last one; it counts as passed. ${formatCount(results.flaky)} of ${formatCount(results.passed + results.failed)}.`}
          >
            Flaky results
          </FormulaLabel>
        }
        value={rateParts(results.flakyRate)}
        counts={formatCount(results.flaky)}
        change={formatRateChange(
          { from: previous.results.flakyRate, to: results.flakyRate },
          'lower',
        )}
        spark={
          <SparkLine
            label="Flaky results, a day"
            values={points.map(({ flaky }) => flaky)}
            format={(count) => `${formatCount(count)} a day`}
            firstLabel={firstLabel}
            lastLabel={lastLabel}
          />
        }
      />
      <Figure
        label={
          <FormulaLabel
            name="Failed results"
            formula="failed + timed out"
            caveat={`Of ${formatCounted(failures.distinctTests, 'test')} in ${formatCounted(failures.executions, 'execution')}. A test that failed in two executions counts twice.`}
          >
            Failed results
          </FormulaLabel>
        }
        value={[{ number: formatCount(failures.results), unit: '' }]}
        counts={`in ${formatCounted(failures.distinctTests, 'test')}`}
        change={formatCountChange(
          { from: previous.failures.results, to: failures.results },
          'fewer',
        )}
        spark={
          <SparkLine
            label="Failed results, a day"
            values={points.map(({ failed }) => failed)}
            format={(count) => `${formatCount(count)} a day`}
            firstLabel={firstLabel}
            lastLabel={lastLabel}
          />
        }
      />
      <Figure
        label={
          <FormulaLabel
            alignRight
            name="Average time of an execution"
            formula="mean of (last shard’s end − first shard’s start)"
            caveat="Finished executions only. p50 and p95 by linear interpolation. The line is the daily median."
          >
            Average time
          </FormulaLabel>
        }
        value={
          duration.executionAverageMs === null ? null : splitDuration(duration.executionAverageMs)
        }
        change={formatDurationChange({
          fromMs: previous.duration.executionAverageMs,
          toMs: duration.executionAverageMs,
        })}
        note={`p95 ${formatDuration(duration.executionP95Ms)}`}
        spark={
          <SparkLine
            label="Median time of an execution, a day"
            values={points.map(({ executionP50Ms }) => executionP50Ms)}
            format={formatDuration}
            firstLabel={firstLabel}
            lastLabel={lastLabel}
          />
        }
      />
    </div>
  );
}

function computeExecutionPassRate({
  executionsPassed,
  executionsFailed,
}: TrendPoint): number | null {
  const finished = executionsPassed + executionsFailed;
  return finished === 0 ? null : executionsPassed / finished;
}

/** The number and the per cent sign apart, for their two sizes. */
function rateParts(rate: number | null): { number: string; unit: string }[] | null {
  if (rate === null) return null;
  const [number = '', unit = ''] = formatRate(rate).split('\u00a0');
  return [{ number, unit }];
}
