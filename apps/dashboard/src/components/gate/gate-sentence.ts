import { countBlocking, type BlockingCount } from '@svc/analysis/gate/gate-rows';
import type { Gate } from '@svc/contract/gate/gate';
import type { GlyphStatus } from '../status/status-glyph.tsx';
import { formatNumber, formatCount } from '../../format/count.ts';

type Answered = Pick<Gate, 'verdict' | 'undecided' | 'counts' | 'blocking' | 'excused' | 'base'>;

export const GATE_WORDS: Record<Gate['verdict'], { word: string; glyph: GlyphStatus }> = {
  pass: { word: 'The gate passes', glyph: 'passed' },
  fail: { word: 'The gate fails', glyph: 'failed' },
  undecided: { word: 'The gate is undecided', glyph: 'running' },
};

/**
 * Why the gate answers so: `16 failures block: 1 new failure, and 15 that also failed in #40 of main. 1 failure is
 * excused.`
 */
export function describeGate(gate: Answered): string {
  const { verdict, undecided, counts, excused } = gate;
  if (verdict === 'undecided') return undecided?.why ?? '';
  const { failures, excused: excusedCount } = counts;
  if (verdict === 'pass') {
    if (failures === 0) return 'Nothing blocks.';
    const are = failures === 1 ? 'failure is' : 'failures are';
    return `${formatNumber(failures)} ${are} excused${formatExcusedBy(excused)}. Nothing else blocks.`;
  }
  const blocking = countBlocking(gate);
  const { count, noun } = blocking;
  const blocks = `${formatCount(count, noun)} ${count === 1 ? 'blocks' : 'block'}${formatGateBase(gate, blocking)}.`;
  if (excusedCount === 0) return blocks;
  const are = excusedCount === 1 ? 'is' : 'are';
  return `${blocks} ${formatCount(excusedCount, 'failure')} ${are} excused.`;
}

/** `: 1 new failure, and 15 that also failed in #40 of main`; nothing without a base or a failure. */
function formatGateBase({ base }: Pick<Gate, 'base'>, blocking: BlockingCount): string {
  const { count, added, old, others } = blocking;
  if (base === null || added + old === 0) return '';
  const place = `in #${base.number} of ${base.branch}`;
  if (others > 0 || (added > 0 && old > 0)) {
    return `: ${formatBlockingParts(blocking, `also failed ${place}`)}`;
  }
  if (old === 0)
    return count === 1 ? `. It did not fail ${place}` : `. None of them failed ${place}`;
  return `. ${count === 1 ? 'It' : 'All of them'} also failed ${place}`;
}

/** `1 new failure, 2 that main has, too, and 1 other problem`. `has` is the text for known failures: `main has, too`. */
export function formatBlockingParts(
  { added, old, others }: Pick<BlockingCount, 'added' | 'old' | 'others'>,
  has: string,
): string {
  const parts = [
    added === 0 ? null : formatCount(added, 'new failure'),
    old === 0 ? null : `${added > 0 ? formatNumber(old) : formatCount(old, 'failure')} that ${has}`,
    others === 0 ? null : formatCount(others, 'other problem'),
  ].filter((part) => part !== null);
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')}, and ${last}`;
}

/** How long the list of what blocks is, and how much of it was sent: `1,240 failures, the first 1,000 listed`. */
export function formatBlockingList(gate: Pick<Gate, 'counts' | 'blocking'>): string {
  const { count, noun } = countBlocking(gate);
  const left = gate.counts.blocking - gate.blocking.length;
  return formatListed(count, { noun, listed: count - left });
}

/** The same of what is excused. */
export function formatExcusedList({ counts, excused }: Pick<Gate, 'counts' | 'excused'>): string {
  return formatListed(counts.excused, { noun: 'failure', listed: excused.length });
}

function formatListed(total: number, { noun, listed }: { noun: string; listed: number }): string {
  const items = formatCount(total, noun);
  return total > listed ? `${items}, the first ${formatNumber(listed)} listed` : items;
}

/** ` by quarantine`, ` as known flakes`, `, because the base has them, too`, or nothing where both excuse. */
function formatExcusedBy(excused: Answered['excused']): string {
  const kinds = new Set(excused.map(({ by }) => by));
  if (kinds.size !== 1) return '';
  if (kinds.has('quarantine')) return ' by quarantine';
  if (kinds.has('base')) {
    return `, because the base has ${excused.length === 1 ? 'it' : 'them'}, too`;
  }
  return excused.length === 1 ? ' as a known flake' : ' as known flakes';
}
