import type { TestDetail } from '@svc/contract/history/tests';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { noiseBand } from './noise-band.ts';
import type { RunOfTest } from '../runs/test-runs.ts';
import { RunTimesChart } from './run-times-chart.tsx';

interface RunTimesProps {
  points: TestDetail['durations']['points'];
  runs: readonly RunOfTest[];
}

/** How long each run took. */
export function RunTimes({ points, runs }: RunTimesProps) {
  if (points.length === 0) return null;
  const flaky = new Set(
    runs.filter(({ outcome }) => outcome === 'flaky').map(({ executionId }) => executionId),
  );
  const marks = points.map(({ at, durationMs, status, executionId }) => ({
    at: Date.parse(at),
    ms: durationMs,
    kind:
      status !== 'passed'
        ? ('failed' as const)
        : flaky.has(executionId)
          ? ('flaky' as const)
          : ('passed' as const),
  }));
  const band = noiseBand(marks.filter(({ kind }) => kind === 'passed').map(({ ms }) => ms));
  const steady = steadyTime(marks);
  if (steady !== null) {
    return (
      <Panel title="Time of each run">
        <p className="steady">{steady}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title="Time of each run"
      meta={
        band === null
          ? formatCount(points.length, 'run')
          : `${formatCount(points.length, 'run')}; median ${formatDuration(band.medianMs)}, noise up to ${formatDuration(band.highMs)}`
      }
      aside={
        <span className="legend only-wide">
          <span>
            <i className="dot-mark passed" /> passed
          </span>
          <span>
            <i className="dot-mark flaky" /> flaky, last attempt
          </span>
          <span>
            <i className="dot-mark failed" /> failure
          </span>
          <span>
            <i className="swatch band-swatch" /> noise band
          </span>
        </span>
      }
    >
      <RunTimesChart marks={marks} band={band} />
    </Panel>
  );
}

/** What a chart of a lone run, or of runs of the same time, would show; null where times differ. */
function steadyTime(marks: readonly { ms: number }[]): string | null {
  const [time, ...others] = new Set(marks.map(({ ms }) => formatDuration(ms)));
  if (time === undefined || others.length > 0) return null;
  return marks.length === 1
    ? `The one run took ${time}.`
    : `Each of ${formatCount(marks.length, 'run')} took ${time}.`;
}
