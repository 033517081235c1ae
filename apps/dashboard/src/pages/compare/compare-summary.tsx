import type { Comparison } from '@svc/contract/executions/compare';
import type { ReactNode } from 'react';
import { StatusGlyph, type GlyphStatus } from '../../components/status/status-glyph.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDuration, formatDurationDelta } from '../../format/duration.ts';

interface Count {
  id: string;
  glyph: GlyphStatus;
  count: number;
  words: string;
  tone?: string;
}

/** Eight counts. Each leads to its section. */
export function CompareSummary({
  comparison: { summary, base, head },
}: {
  comparison: Comparison;
}) {
  const changed = summary.slower + summary.faster;
  return (
    <nav className="panel sumry" aria-label="Summary">
      {buildCounts(summary).map(({ id, glyph, count, words, tone }) => (
        <Cell key={words} id={id} count={count}>
          <span className="v">
            <StatusGlyph status={glyph} label={null} />
            <span className={count > 0 ? tone : undefined}>{formatNumber(count)}</span>
          </span>
          <span className="k">{words}</span>
        </Cell>
      ))}
      <Cell id="durations" count={changed}>
        <span className="v tnum">{formatDurationDelta(summary.durationDeltaMs)}</span>
        <span className="k">
          {formatDuration(base.durationMs)} → {formatDuration(head.durationMs)}
        </span>
      </Cell>
    </nav>
  );
}

function buildCounts(summary: Comparison['summary']): Count[] {
  const { newFailing } = summary;
  const fails = newFailing === 1 ? '1 of them fails' : `${formatNumber(newFailing)} of them fail`;
  const stillWords =
    summary.otherErrors === 0
      ? 'still failing'
      : `still failing, ${formatNumber(summary.otherErrors)} with another error`;
  return [
    {
      id: 'regressions',
      glyph: 'failed',
      count: summary.regressions,
      words: 'regressions',
      tone: 't-fail',
    },
    {
      id: 'improvements',
      glyph: 'passed',
      count: summary.improvements,
      words: 'improvements',
      tone: 't-pass',
    },
    { id: 'still', glyph: 'failed', count: summary.stillFailing, words: stillWords },
    { id: 'still', glyph: 'flaky', count: summary.newlyFlaky, words: 'newly flaky' },
    {
      id: 'new',
      glyph: 'new',
      count: summary.newTests,
      words: newFailing > 0 ? `new, ${fails}` : 'new',
    },
    { id: 'new', glyph: 'removed', count: summary.removedTests, words: 'removed' },
    { id: 'not-run', glyph: 'notRun', count: summary.notRun, words: 'not run' },
  ];
}

/** A count without a section is no link. */
function Cell({ id, count, children }: { id: string; count: number; children: ReactNode }) {
  return count > 0 ? (
    <a href={`#${id}`}>{children}</a>
  ) : (
    <div className={id === 'durations' ? 'cell-of-sum' : 'cell-of-sum zero'}>{children}</div>
  );
}
