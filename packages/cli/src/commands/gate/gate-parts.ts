import { countTestsPerCause } from '@svc/analysis/causes/shown-tests';
import { countBlocking, type BlockingCount, type GateRow } from '@svc/analysis/causes/gate-rows';
import type { ExcusedFailure, Gate, GateVerdict } from '@svc/contract/gate/gate';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { formatTestTitle } from '../../wording/test-names.ts';
import type { Look } from '../../terminal/look.ts';
import { formatRemainingTime } from '@svc/analysis/text/times';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

/** The answer on one execution; every text in it is safe for a terminal. */
export interface ShownGate {
  gate: Gate;
  /** Branch and commit, if they are known. */
  place: string | undefined;
  /** Which execution was taken, if the reference was ambiguous. */
  taken: string | undefined;
  limit: number;
  /** Shows more items. */
  moreCommand: string;
  /** Shows the errors of the failures. */
  showCommand: string;
}

export const VERDICT_WORDS = {
  pass: 'gate passes',
  fail: 'gate fails',
  undecided: 'gate undecided',
} as const satisfies Record<GateVerdict, string>;

export function chooseVerdictGlyph(verdict: GateVerdict, { glyphs }: Pick<Look, 'glyphs'>): string {
  if (verdict === 'pass') return glyphs.passed;
  return verdict === 'fail' ? glyphs.failed : glyphs.running;
}

/** `4 problems block (1 new, 2 failed in #40 of main, too, 1 other), 1 excused`. */
export function formatGateCounts(gate: Gate): string {
  const { counts, verdict } = gate;
  const blocking = countBlocking(gate);
  const { failures, excused } = counts;
  if (failures === 0 && counts.blocking === 0) {
    return verdict === 'undecided' ? 'no failures so far' : 'no failures';
  }
  const soFar = verdict === 'undecided' ? ' so far' : '';
  const blocked =
    blocking.count === 0 ? [] : [formatBlockingCount(blocking) + formatOnBase(gate, blocking)];
  const others =
    excused === 0
      ? []
      : [
          blocked.length > 0
            ? `${formatNumber(excused)} excused`
            : `${formatCount(excused, 'failure')} excused`,
        ];
  return [...blocked, ...others].join(', ') + soFar;
}

/** Said in every answer of an organization that wants it. */
export const ONLY_NEW = 'only new failures block';

function formatOnBase({ base }: Gate, { count, added, old, others }: BlockingCount): string {
  if (base === null || added + old === 0) return '';
  if (added === count)
    return ` (${count === 1 ? 'it did not fail' : 'none of them failed'} in ${formatBaseName(base)})`;
  const which = count === 1 ? 'it' : old === count ? 'all of them' : formatNumber(old);
  const parts = [
    ...(added > 0 ? [`${formatNumber(added)} new`] : []),
    ...(old > 0 ? [`${which} failed in ${formatBaseName(base)}, too`] : []),
    ...(others > 0 ? [`${formatNumber(others)} other`] : []),
  ];
  return ` (${parts.join(', ')})`;
}

/** `#40 of main`. */
export function formatBaseName({ number, branch }: NonNullable<Gate['base']>): string {
  return `#${number} of ${toTerminalLine(branch)}`;
}

function formatBlockingCount({ count, noun }: BlockingCount): string {
  return `${formatCount(count, noun)} ${count === 1 ? 'blocks' : 'block'}`;
}

/** Why a failure does not block: `quarantined until 2026-12-04: #1482`. */
export function formatExcuse({ by, expiresAt, reason, owner }: ExcusedFailure): string {
  const whose = owner === null ? '' : ` (${toTerminalLine(owner)})`;
  const until = expiresAt === null ? '' : ` until ${expiresAt.slice(0, 10)}`;
  const why = by === 'quarantine' ? `quarantined${until}: ` : '';
  return `${why}${toTerminalLine(reason)}${whose}`;
}

/** `expires in 3 d: suggests as you type`; the title is that of a test whose failure was excused. */
export function formatExpiringEntry(
  { title, variant, expiresAt }: Gate['expiring'][number],
  now: Date,
): string {
  const name = formatTestTitle({ titlePath: [title], variant }, UNICODE_GLYPHS);
  return `expires in ${formatRemainingTime(expiresAt, now)}: ${name}`;
}

interface Counts {
  /** Of the list's entries. */
  count: number;
  /** How many failures and problems there are. The server may list fewer. */
  total: number;
  limit: number;
}

/**
 * `and 3 more causes. More:`, for a list that does not show everything. Where no command can show all of it: `and 3
 * more causes. The first 999 of 1503:`; and without a colon where none can show more.
 */
export function formatCutRows<Item>(
  rows: readonly GateRow<Item>[],
  { count, total, limit }: Counts,
): string | undefined {
  const shown = rows.slice(0, limit);
  const left = Math.max(0, count - shown.length);
  const most = countTestsPerCause(rows, limit);
  const isCut = shown.some((row) => row.kind === 'cause' && row.items.length > most);
  const listed = rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.items.length), 0);
  const mayShowMore = isCut || rows.length > shown.length;
  const causes = left > 0 ? [`and ${formatCount(left, 'more cause')}.`] : [];
  if (listed >= total) return mayShowMore ? [...causes, 'More:'].join(' ') : causes[0];
  const first = `The first ${formatNumber(listed)} of ${formatNumber(total)}`;
  return [...causes, mayShowMore ? `${first}:` : `${first} are listed.`].join(' ');
}
