import type { Outcome } from '@svc/contract/executions/outcomes';
import type { ReactElement } from 'react';
import { STATUS_WORDS } from './status-glyph.tsx';

/** What a strip can show for a run: an outcome of a test, or the status of an execution. */
export type StripOutcome = Outcome | 'running';

interface OutcomeStripProps {
  /** Oldest first. */
  outcomes: readonly StripOutcome[];
  /** What the outcomes are, such as `Last 20 runs`. */
  label: string;
  /** In pixels. */
  height?: number;
  barWidth?: number;
  /** How many bars the strip has room for; without that many outcomes it begins further right. */
  slots?: number;
  /** The index of the outcome that the page is about. */
  marked?: number;
}

/** The last outcomes as bars: the worse, the taller. A pass is a square on the base line. */
export function OutcomeStrip({
  outcomes,
  label,
  height = 14,
  barWidth = 4,
  slots = outcomes.length,
  marked,
}: OutcomeStripProps) {
  const step = barWidth + (barWidth > 4 ? 2 : 1);
  const width = Math.max(slots, outcomes.length, 1) * step - (step - barWidth);
  const offset = Math.max(slots - outcomes.length, 0) * step;
  const mark = marked === undefined ? 0 : 6;
  return (
    <svg
      className="strip"
      width={width}
      height={height + mark}
      viewBox={`0 0 ${width} ${height + mark}`}
      role="img"
      aria-label={`${label}, oldest first: ${formatOutcomeCounts(outcomes)}`}
    >
      {outcomes.map((outcome, index) => {
        const x = offset + index * step;
        return (
          // Runs have no identity here besides their place.
          // oxlint-disable-next-line react/no-array-index-key
          <g key={index}>
            <title>{describeStripPlace(outcome, outcomes.length - 1 - index)}</title>
            <rect x={x} y={0} width={step} height={height} fill="transparent" />
            {renderBar(outcome, { x, height, width: barWidth })}
            {marked === index && (
              <path
                className="now"
                d={`M${x + barWidth / 2} ${height + 2}l3 4h-6z`}
                aria-hidden="true"
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface Bar {
  x: number;
  height: number;
  width: number;
}

function renderBar(outcome: StripOutcome, { x, height, width }: Bar): ReactElement {
  const square = Math.round((height * 5) / 18);
  const base = height - square;
  const box = { x, width, rx: 1 };
  switch (outcome) {
    case 'passed':
      return <rect className="p" {...box} y={base} height={square} />;
    case 'failed':
      return <rect className="f" {...box} y={0} height={height} />;
    case 'timedOut':
      return <rect className="t" {...insetBox(box)} y={0.8} height={height - 1.6} />;
    case 'flaky':
      return (
        <>
          <rect className="F" {...box} y={base} height={square} />
          <rect className="F" {...box} y={base - square - 2} height={square} />
        </>
      );
    case 'skipped':
      return <rect className="o" {...insetBox(box)} y={base + 0.6} height={square - 1.2} />;
    case 'interrupted': {
      const tall = Math.round((height * 11) / 18);
      return (
        <rect
          className="i"
          {...insetBox(box)}
          y={height - tall + 0.7}
          height={tall - 1.4}
          strokeDasharray="2 1.5"
        />
      );
    }
    case 'running':
      return <rect className="base" x={x} y={height - 1} width={width} height={1} />;
  }
}

/** A hollow bar's line lies inside of its box. */
function insetBox({ x, width, rx }: { x: number; width: number; rx: number }) {
  return { x: x + 0.6, width: width - 1.2, rx };
}

function describeStripPlace(outcome: StripOutcome, before: number): string {
  return before === 0
    ? `${STATUS_WORDS[outcome]}, the latest`
    : `${STATUS_WORDS[outcome]}, ${before} before the latest`;
}

/** `24 passed, 2 flaky, 4 failed`. */
function formatOutcomeCounts(outcomes: readonly StripOutcome[]): string {
  if (outcomes.length === 0) return 'none yet';
  const counts = new Map<StripOutcome, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} ${STATUS_WORDS[outcome]}`).join(', ');
}
