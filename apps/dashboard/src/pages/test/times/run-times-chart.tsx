import { buildDurationAxis } from '../../../components/charts/plot/duration-ticks.ts';
import { Plot, type PlotArea } from '../../../components/charts/plot/plot.tsx';
import { formatCount } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { formatDay, formatTime } from '../../../format/time.ts';
import type { NoiseBand } from './noise-band.ts';
import { timeTicks } from './time-ticks.ts';

export interface RunMark {
  /** When the execution began, in ms. */
  at: number;
  ms: number;
  kind: 'passed' | 'flaky' | 'failed';
}

const HEIGHT = 190;
const LABEL_WIDTH = 64;

/** Durations over time: dots, diamonds for flaky runs, crosses for failures, and the band of noise. Oldest mark first. */
export function RunTimesChart({ marks, band }: { marks: RunMark[]; band: NoiseBand | null }) {
  const times = marks.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const ticks = timeTicks(first, last);
  const start = Math.min(first, ticks.at[0] ?? first);
  // So much that a lone run stands in the middle, and the first and the last are whole.
  const margin = Math.max((last - start) * 0.02, 60_000);
  const share = (at: number) => (at - start + margin) / (last - start + 2 * margin);
  const count = (kind: RunMark['kind']) => marks.filter((mark) => mark.kind === kind).length;
  const words = (at: number) => (ticks.unit === 'day' ? formatDay : formatTime)(new Date(at));
  return (
    <Plot
      className="run-times"
      name={`Durations of ${formatCount(marks.length, 'run')}: ${count('passed')} passed, ${count('flaky')} flaky, ${count('failed')} failed${band === null ? '' : `; median ${formatDuration(band.medianMs)}`}`}
      height={HEIGHT}
      ticks={buildDurationAxis(Math.max(band?.highMs ?? 0, ...marks.map(({ ms }) => ms)))}
      labels={(width) =>
        farApart(
          ticks.at.map((at) => ({ at: share(at), words: words(at) })),
          LABEL_WIDTH / Math.max(width, 1),
        )
      }
      stops={marks.map(({ at }) => share(at))}
      tip={(index) => <MarkTip mark={marks[index]} />}
    >
      {(area, shown) => (
        <>
          {band !== null && <Band band={band} area={area} />}
          {marks.map(({ at, ms, kind }, index) => (
            <Mark
              // Two runs may begin at the same time.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              kind={kind}
              cx={area.x(share(at))}
              cy={area.y(ms)}
              isShown={index === shown}
            />
          ))}
        </>
      )}
    </Plot>
  );
}

/** Without the labels that would touch the one before. */
function farApart<Label extends { at: number }>(labels: readonly Label[], least: number): Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    if (label.at - (kept.at(-1)?.at ?? -1) >= least) kept.push(label);
  }
  return kept;
}

function Band({ band: { lowMs, medianMs, highMs }, area }: { band: NoiseBand; area: PlotArea }) {
  const { left, width, y } = area;
  return (
    <>
      <rect className="band" x={left} y={y(highMs)} width={width} height={y(lowMs) - y(highMs)} />
      <path className="ref" d={`M${left} ${y(medianMs)}h${width}`} />
    </>
  );
}

interface MarkProps {
  kind: RunMark['kind'];
  cx: number;
  cy: number;
  isShown: boolean;
}

function Mark({ kind, cx, cy, isShown }: MarkProps) {
  return (
    <>
      {isShown && <circle className="cursor" cx={cx} cy={cy} r="9" />}
      {kind === 'failed' && (
        <path className="dotf" d={`M${cx - 4} ${cy - 4}l8 8M${cx + 4} ${cy - 4}l-8 8`} />
      )}
      {kind === 'flaky' && <path className="dotF" d={`M${cx} ${cy - 5}l5 5-5 5-5-5z`} />}
      {kind === 'passed' && <circle className="dot" cx={cx} cy={cy} r="2.5" />}
    </>
  );
}

function MarkTip({ mark }: { mark: RunMark | undefined }) {
  if (mark === undefined) return null;
  return (
    <>
      <b className="strong">{formatDuration(mark.ms)}</b>
      <span>
        {mark.kind}, {formatDay(new Date(mark.at))}
      </span>
    </>
  );
}
