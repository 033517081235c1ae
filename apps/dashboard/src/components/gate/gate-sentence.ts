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

/** Why the gate answers so: `16 items block: 1 new failure, and 15 that failed in #40 of the base, too.` */
export function gateSentence(gate: Answered): string {
  const { verdict, undecided, counts, excused } = gate;
  if (verdict === 'undecided') return undecided?.why ?? '';
  const { failures, excused: excusedCount, blocking } = counts;
  if (verdict === 'pass') {
    if (failures === 0) return 'Nothing blocks.';
    const them = failures === 1 ? 'The failure is' : `All ${formatCount(failures)} failures are`;
    return `${them} excused${byWords(excused)}, and nothing else blocks.`;
  }
  const blocks = `${formatCounted(blocking, 'item')} ${blocking === 1 ? 'blocks' : 'block'}${baseWords(gate)}`;
  if (excusedCount === 0) return `${blocks}.`;
  const are = excusedCount === 1 ? 'is' : 'are';
  return `${blocks}; ${formatCounted(excusedCount, 'failure')} ${are} excused.`;
}

/** `: 1 new failure, and 15 that failed in #40 of the base, too`; nothing without a base. */
function baseWords(gate: Answered): string {
  const { counts, base } = gate;
  if (base === null) return '';
  const { blocking, blockingOnBase: old } = counts;
  const there = `failed in #${base.number} of the base`;
  if (old === 0) return `, and none ${there}`;
  if (blocking === 1) return `, and ${there}, too`;
  const added = newFailures(gate);
  if (added > 0) {
    return `: ${formatCounted(added, 'new failure')}, and ${formatCount(old)} that ${there}, too`;
  }
  return `, ${old === blocking ? 'all' : formatCount(old)} of them ${there}, too`;
}

/** How long a list is, and how much of it was sent: `1,240 items, the first 1,000 listed`. */
export function listedWords(total: number, listed: number): string {
  const items = formatCounted(total, 'item');
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
