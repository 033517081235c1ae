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
  const { verdict, undecided, counts, excused, blocking: listed } = gate;
  if (verdict === 'undecided') return undecided?.why ?? '';
  const { failures, excused: excusedCount, blocking } = counts;
  if (verdict === 'pass') {
    if (failures === 0) return 'Nothing blocks the merge.';
    const are = failures === 1 ? 'failure is' : 'failures are';
    return `${formatCount(failures)} ${are} excused${byWords(excused)}. Nothing else blocks the merge.`;
  }
  const blocks = `${formatCounted(blocking, nounOf(listed))} ${blocking === 1 ? 'blocks' : 'block'} the merge${baseWords(gate)}.`;
  if (excusedCount === 0) return blocks;
  const are = excusedCount === 1 ? 'is' : 'are';
  return `${blocks} ${formatCounted(excusedCount, 'failure')} ${are} excused.`;
}

/** A missing shard or an error of the run is no failure of a test. */
function nounOf(listed: Answered['blocking']): string {
  return listed.every(({ kind }) => kind === 'failure') ? 'failure' : 'problem';
}

/** `: 1 new failure, and 15 that also failed in #40 of main`; nothing without a base. */
function baseWords(gate: Answered): string {
  const { counts, base } = gate;
  if (base === null) return '';
  const { blocking, blockingOnBase: old } = counts;
  const there = `failed in #${base.number} of ${base.branch}`;
  if (old === 0) return blocking === 1 ? `. It has not ${there}` : `. None of them ${there}`;
  if (blocking === 1) return `. It also ${there}`;
  const added = newFailures(gate);
  if (added > 0) {
    return `: ${formatCounted(added, 'new failure')}, and ${formatCount(old)} that also ${there}`;
  }
  return `. ${old === blocking ? 'All' : formatCount(old)} of them also ${there}`;
}

/** How long the list of what blocks is, and how much of it was sent: `1,240 failures, the first 1,000 listed`. */
export function blockingListWords({ counts, blocking }: Pick<Gate, 'counts' | 'blocking'>): string {
  return listedWords(counts.blocking, { noun: nounOf(blocking), listed: blocking.length });
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
