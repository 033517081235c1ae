import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { TestDetail } from '@svc/contract/history/tests';
import { Figure } from '../../components/figures/figure.tsx';
import { FormulaLabel } from '../../components/figures/formula-label.tsx';
import { pickAxisEnd } from '../../components/figures/interval-axis.ts';
import { IntervalAxis, IntervalBar } from '../../components/figures/interval-bar.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';
import { splitDuration, formatDuration } from '../../format/duration.ts';
import { splitRate } from '../../format/rate.ts';
import { recoveryOf } from './recovery.ts';
import { StateFigure } from './state-figure.tsx';
import type { RunOfTest } from './runs/test-runs.ts';

interface TestFiguresProps {
  test: TestDetail;
  /** The test's entry among the flaky ones; null without a flaky run, undefined until it is known. */
  flaky: FlakyTest | null | undefined;
  runs: readonly RunOfTest[];
}

/** How often it flakes, its state, what that costs, and how long it takes. */
export function TestFigures({ test, flaky, runs }: TestFiguresProps) {
  const { durations } = test;
  const rate = flaky === undefined || test.runs === 0 ? null : (flaky?.flakinessRate ?? 0);
  return (
    <section className="panel figs four" aria-label="Figures">
      <Figure
        label={
          <FormulaLabel
            name="Flakiness rate"
            definition="read/definitions#flakiness-rate"
            formula="flaky runs / counted runs"
            caveat="Flaky: passed on retry, or failed on a commit on which another run passed. Interval: 95 % Wilson."
          >
            Flakiness rate
          </FormulaLabel>
        }
        value={[splitRate(rate)]}
        counts={
          flaky === undefined
            ? undefined
            : `${formatNumber(flaky?.flakyRuns ?? 0)} of ${formatCount(flaky?.runs ?? test.runs, 'run')}`
        }
        spark={flaky === null || flaky === undefined ? undefined : <RateInterval flaky={flaky} />}
      />
      <StateFigure
        state={test.state}
        newest={runs[0]?.outcome}
        recovery={recoveryOf(
          {
            state: test.state,
            runs: flaky?.runs ?? test.runs,
            flakyRuns: flaky?.flakyRuns ?? 0,
            lastFlakyAt: flaky?.lastFlakyAt ?? null,
          },
          runs,
        )}
      />
      <Figure
        label={
          <FormulaLabel
            name="Wasted time"
            definition="read/definitions#flakiness-rate"
            formula="Σ durations of all attempts but the last, of flaky runs"
            caveat="In the window. A week: expected rate × counted runs a week × mean wasted time."
          >
            Wasted on retries
          </FormulaLabel>
        }
        value={flaky === undefined ? null : splitDuration(flaky?.wastedMs ?? 0)}
        note={
          flaky === undefined
            ? undefined
            : flaky === null
              ? 'no flaky run'
              : flaky.impact < 1
                ? 'hardly any a week'
                : `about ${formatDuration(flaky.impact)} a week`
        }
      />
      <Figure
        label={
          <FormulaLabel
            alignRight
            name="Median time"
            definition="read/definitions#rates-and-durations"
            formula="p50 of the last attempt’s duration"
            caveat="Of the runs that passed or failed."
          >
            Median time
          </FormulaLabel>
        }
        value={durations.p50Ms === null ? null : splitDuration(durations.p50Ms)}
        note={durations.p95Ms === null ? undefined : `p95 ${formatDuration(durations.p95Ms)}`}
      />
    </section>
  );
}

function RateInterval({ flaky: { flakinessRate, confidence } }: { flaky: FlakyTest }) {
  const axisEnd = pickAxisEnd([{ rate: flakinessRate, high: confidence.high }]);
  return (
    <div className="figure-range">
      <IntervalBar rate={flakinessRate} interval={confidence} axisEnd={axisEnd} />
      <IntervalAxis axisEnd={axisEnd} />
    </div>
  );
}
