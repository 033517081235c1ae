import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { Colors, Look } from '../../terminal/look.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { formatFullTime, formatRelativeTime, formatRemainingTime } from '@svc/analysis/text/times';

const SOON_MS = 3 * 24 * 60 * 60 * 1000;

/** `✓ active`, or `! active` if it expires within three days. Without colours, so that it can be measured. */
export function formatState(entry: QuarantineEntry, { glyphs, now }: Pick<Look, 'glyphs' | 'now'>) {
  if (entry.state !== 'active') return `${glyphs.skipped} ${entry.state}`;
  return `${isExpiringSoon(entry, now) ? glyphs.interrupted : glyphs.passed} active`;
}

export function paintState(
  entry: QuarantineEntry,
  { colors, now }: Pick<Look, 'colors' | 'now'>,
): (text: string) => string {
  const color: keyof Colors =
    entry.state !== 'active' ? 'dim' : isExpiringSoon(entry, now) ? 'yellow' : 'green';
  return colors[color];
}

function isExpiringSoon({ expiresAt }: QuarantineEntry, now: Date): boolean {
  return Date.parse(expiresAt) - now.getTime() <= SOON_MS;
}

/** `in 13 d`, for tables; the date of an entry that has ended. */
export function formatEntryEnd({ state, expiresAt, endedAt }: QuarantineEntry, now: Date): string {
  if (state === 'active') return `in ${formatRemainingTime(expiresAt, now)}`;
  return (endedAt ?? expiresAt).slice(0, 10);
}

/** `until 2026-12-04 00:00:00 UTC, in 12 d`, for details. */
export function formatEndFact({ state, expiresAt, endedAt, endedBy }: QuarantineEntry, now: Date) {
  if (state === 'active')
    return `${formatFullTime(expiresAt)}, in ${formatRemainingTime(expiresAt, now)}`;
  if (endedAt === null) return `${formatFullTime(expiresAt)}, it has expired`;
  const by = endedBy === null ? '' : ` by ${toTerminalLine(endedBy)}`;
  return `lifted ${formatFullTime(endedAt)}${by}`;
}

/** `4 failures, the last 3 h ago`. */
export function formatExcusedCount(
  { excusedCount, lastExcusedAt }: QuarantineEntry,
  now: Date,
): string {
  const last = lastExcusedAt === null ? '' : `, the last ${formatRelativeTime(lastExcusedAt, now)}`;
  return excusedCount === 0 ? 'no failure yet' : `${formatCount(excusedCount, 'failure')}${last}`;
}
