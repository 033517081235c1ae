import type { TestDetail } from '@svc/contract/history/tests';
import { lazy, Suspense } from 'react';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatCounted } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { noiseBand } from './noise-band.ts';
import type { RunOfTest } from '../runs/test-runs.ts';
import { loadCode } from '../../../server/load-code.ts';

const RunTimesChart = lazy(
  loadCode(() =>
    import('./run-times-chart.tsx').then(({ RunTimesChart }) => ({ default: RunTimesChart })),
  ),
);

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
  return (
    <Panel
      title="Time of each run"
      meta={
        band === null
          ? formatCounted(points.length, 'run')
          : `${formatCounted(points.length, 'run')}; median ${formatDuration(band.medianMs)}, noise up to ${formatDuration(band.highMs)}`
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
      <Suspense fallback={<div className="run-times" />}>
        <RunTimesChart marks={marks} band={band} />
      </Suspense>
    </Panel>
  );
}
