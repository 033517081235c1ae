import type { Gate } from '@svc/contract/gate/gate';
import type { GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatCount, formatCounted } from '../../../format/count.ts';

type Answered = Pick<Gate, 'verdict' | 'undecided' | 'counts' | 'excused'>;

export const GATE_WORDS: Record<Gate['verdict'], { word: string; glyph: GlyphStatus }> = {
  pass: { word: 'The gate passes', glyph: 'passed' },
  fail: { word: 'The gate fails', glyph: 'failed' },
  undecided: { word: 'The gate is undecided', glyph: 'running' },
};

/** Why the gate answers so: `2 of 3 failures are excused, 1 blocks.` */
export function gateSentence({ verdict, undecided, counts, excused }: Answered): string {
  if (verdict === 'undecided') return undecided?.why ?? '';
  const { failures, excused: excusedCount, blocking } = counts;
  if (verdict === 'pass') {
    if (failures === 0) return 'Nothing blocks.';
    const them = failures === 1 ? 'The failure is' : `All ${formatCount(failures)} failures are`;
    return `${them} excused${byWords(excused)}, and nothing else blocks.`;
  }
  const blocks = `${formatCounted(blocking, 'item')} ${blocking === 1 ? 'blocks' : 'block'}`;
  if (excusedCount === 0) return `${blocks}.`;
  const are = excusedCount === 1 ? 'is' : 'are';
  return `${blocks}; ${formatCounted(excusedCount, 'failure')} ${are} excused.`;
}

/** How long a list is, and how much of it was sent: `1,240 items, the first 1,000 listed`. */
export function listedWords(total: number, listed: number): string {
  const items = formatCounted(total, 'item');
  return total > listed ? `${items}, the first ${formatCount(listed)} listed` : items;
}

/** ` by quarantine`, ` as known flakes`, or nothing where both excuse. */
function byWords(excused: Answered['excused']): string {
  const kinds = new Set(excused.map(({ by }) => by));
  if (kinds.size !== 1) return '';
  if (kinds.has('quarantine')) return ' by quarantine';
  return excused.length === 1 ? ' as a known flake' : ' as known flakes';
}
