import type { ExcusedFailure, Gate, GateVerdict } from '@svc/contract/gate/gate';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { countBlocking, type BlockingCount, type GateRow } from './gate-rows.ts';
import { countListed, describeCut } from '../causes/shown-tests.ts';
import { toOneLine } from '../fingerprint/fingerprint-text.ts';
import { STATUS_MARKS } from '../text/status-marks.ts';
import { formatTestTitle, type IdentifiedTest } from '../text/test-names.ts';

/** `✗ gate fails`. */
export function formatGateVerdict(
  verdict: GateVerdict,
  marks: Record<keyof typeof STATUS_MARKS, string> = STATUS_MARKS,
): string {
  const { status, words } = VERDICTS[verdict];
  return `${marks[status]} ${words}`;
}

const VERDICTS = {
  pass: { status: 'passed', words: 'gate passes' },
  fail: { status: 'failed', words: 'gate fails' },
  undecided: { status: 'running', words: 'gate undecided' },
} as const satisfies Record<GateVerdict, unknown>;

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
  return `#${number} of ${toOneLine(branch)}`;
}

function formatBlockingCount({ count, noun }: BlockingCount): string {
  return `${formatCount(count, noun)} ${count === 1 ? 'blocks' : 'block'}`;
}

/** Why a failure does not block: `quarantined until 2026-12-04: #1482`. */
export function formatExcuse({
  by,
  expiresAt,
  reason,
  owner,
}: Pick<ExcusedFailure, 'by' | 'expiresAt' | 'reason' | 'owner'>): string {
  const whose = owner === null ? '' : ` (${shortenToLine(owner)})`;
  const until = expiresAt === null ? '' : ` until ${expiresAt.slice(0, 10)}`;
  const why = by === 'quarantine' ? `quarantined${until}: ` : '';
  return `${why}${shortenToLine(reason)}${whose}`;
}

// Enough for a sentence. A person may paste a document.
const MOST_CHARACTERS = 300;

function shortenToLine(text: string): string {
  return shortenText(text, MOST_CHARACTERS, { oneLine: true });
}

/** `the quarantine of suggests as you type ends on 2026-12-04`; the title is that of a test whose failure was excused. */
export function formatExpiringEntry({
  title,
  variant,
  expiresAt,
}: Pick<Gate['expiring'][number], 'title' | 'variant' | 'expiresAt'>): string {
  const name = formatTestTitle({ titlePath: [title], variant });
  return `the quarantine of ${name} ends on ${expiresAt.slice(0, 10)}`;
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
export function formatCutRows<Item extends IdentifiedTest>(
  rows: readonly GateRow<Item>[],
  { count, total, limit }: Counts,
): string | undefined {
  const { causes: left, isCut } = describeCut(rows, { count, limit });
  const listed = countListed(rows);
  const causes = left === undefined ? [] : [`${left}.`];
  if (listed >= total) return isCut ? [...causes, 'More:'].join(' ') : causes[0];
  const first = `The first ${formatNumber(listed)} of ${formatNumber(total)}`;
  return [...causes, isCut ? `${first}:` : `${first} are listed.`].join(' ');
}
