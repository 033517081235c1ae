import { newFailures } from '@svc/analysis/causes/gate-rows';
import type { Gate } from '@svc/contract/gate/gate';
import type { GlyphStatus } from '../status/status-glyph.tsx';
import { formatCount, formatCounted } from '../../format/count.ts';

type Answered = Pick<Gate, 'verdict' | 'undecided' | 'counts' | 'blocking' | 'excused' | 'base'>;

export const GATE_WORDS: Record<Gate['verdict'], { word: string; glyph: GlyphStatus }> = {
  pass: { word: 'The gate passes', glyph: 'passed' },
  fail: { word: 'The gate fails', glyph: 'failed' },
  undecided: { word: 'The gate is undecided', glyph: 'running' },
};

/**
 * Why the gate answers so: `16 failures block the merge: 1 new failure, and 15 that also failed in #40 of main. 1
 * failure is excused.`
 */
export function gateSentence(gate: Answered): string {
  const { verdict, undecided, counts, excused } = gate;
  if (verdict === 'undecided') return undecided?.why ?? '';
  const { failures, excused: excusedCount } = counts;
  if (verdict === 'pass') {
    if (failures === 0) return 'Nothing blocks the merge.';
    const are = failures === 1 ? 'failure is' : 'failures are';
    return `${formatCount(failures)} ${are} excused${byWords(excused)}. Nothing else blocks the merge.`;
  }
  const { count, noun } = problemsOf(gate);
  const blocks = `${formatCounted(count, noun)} ${count === 1 ? 'blocks' : 'block'} the merge${baseWords(gate)}.`;
  if (excusedCount === 0) return blocks;
  const are = excusedCount === 1 ? 'is' : 'are';
  return `${blocks} ${formatCounted(excusedCount, 'failure')} ${are} excused.`;
}

/**
 * How much blocks, in one noun: a missing shard or an error of the run is no failure of a test. A mass failure is what
 * the failures are together, and none beside them.
 */
function problemsOf({ counts, blocking }: Pick<Gate, 'counts' | 'blocking'>): {
  count: number;
  noun: 'failure' | 'problem';
} {
  const single = blocking.filter(({ kind }) => kind !== 'mass-failure');
  return {
    count: counts.blocking - (blocking.length - single.length),
    noun: single.every(({ kind }) => kind === 'failure') ? 'failure' : 'problem',
  };
}

/** `: 1 new failure, and 15 that also failed in #40 of main`; nothing without a base. */
function baseWords(gate: Answered): string {
  const { counts, base } = gate;
  if (base === null) return '';
  const { blockingOnBase: old } = counts;
  const { count } = problemsOf(gate);
  const there = `failed in #${base.number} of ${base.branch}`;
  if (old === 0) return count === 1 ? `. It has not ${there}` : `. None of them ${there}`;
  if (count === 1) return `. It also ${there}`;
  const added = newFailures(gate);
  if (added > 0) {
    return `: ${formatCounted(added, 'new failure')}, and ${formatCount(old)} that also ${there}`;
  }
  return `. ${old === count ? 'All' : formatCount(old)} of them also ${there}`;
}

/** How long the list of what blocks is, and how much of it was sent: `1,240 failures, the first 1,000 listed`. */
export function blockingListWords(gate: Pick<Gate, 'counts' | 'blocking'>): string {
  const { count, noun } = problemsOf(gate);
  const left = gate.counts.blocking - gate.blocking.length;
  return listedWords(count, { noun, listed: count - left });
}

/** The same of what is excused. */
export function excusedListWords({ counts, excused }: Pick<Gate, 'counts' | 'excused'>): string {
  return listedWords(counts.excused, { noun: 'failure', listed: excused.length });
}

function listedWords(total: number, { noun, listed }: { noun: string; listed: number }): string {
  const items = formatCounted(total, noun);
  return total > listed ? `${items}, the first ${formatCount(listed)} listed` : items;
}

/** ` by quarantine`, ` as known flakes`, `, because the base has them, too`, or nothing where both excuse. */
function byWords(excused: Answered['excused']): string {
  const kinds = new Set(excused.map(({ by }) => by));
  if (kinds.size !== 1) return '';
  if (kinds.has('quarantine')) return ' by quarantine';
  if (kinds.has('base')) {
    return `, because the base has ${excused.length === 1 ? 'it' : 'them'}, too`;
  }
  return excused.length === 1 ? ' as a known flake' : ' as known flakes';
}
