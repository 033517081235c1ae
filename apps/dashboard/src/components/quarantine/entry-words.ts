import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { formatCount } from '../../format/count.ts';
import { formatDate, formatSpan, formatTime } from '../../format/time.ts';
import type { GlyphStatus } from '../status/status-glyph.tsx';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** An entry that ends within so many days is about to expire. As in the contract. */
export const EXPIRING_DAYS = 3;

/** Which failures of its test an entry excuses: `every failure`, `1 failure`, `3 failures`. */
export function formatCovered(fingerprints: QuarantineEntry['fingerprints']): string {
  return fingerprints === 'any' ? 'every failure' : formatCount(fingerprints.length, 'failure');
}

/** How many other tests have a failure: `2 other tests have the same failure.` */
export function describeOtherTests(tests: number): string {
  return `${formatCount(tests, 'other test')} ${tests === 1 ? 'has' : 'have'} the same failure.`;
}

/**
 * What the gate will do, for people. A failure with several errors passes only if all of them are covered:
 * `The gate lets failures with only this error pass until the end of 10 Dec 2026. They stay red.`
 */
export function describeEffect(fingerprints: 'any' | readonly string[], until: Date): string {
  const which =
    fingerprints === 'any'
      ? 'every failure of this test'
      : `failures with only ${fingerprints.length === 1 ? 'this error' : `these ${fingerprints.length} errors`}`;
  return `The gate lets ${which} pass until ${formatUntil(until)}. They stay red.`;
}

/** The same for the form, about the failure at hand, whose errors are `own`. Empty: nobody looks at a failure. */
export function describeChoice(
  chosen: 'any' | readonly string[],
  { own, until }: { own: readonly string[]; until: Date },
): string {
  if (chosen === 'any' || own.length === 0) return describeEffect(chosen, until);
  const end = `pass until ${formatUntil(until)}`;
  const missing = own.filter((one) => !chosen.includes(one)).length;
  if (missing === 0) {
    return chosen.length === own.length
      ? `The gate lets this failure ${end}. It stays red.`
      : `The gate lets this failure ${end}, and others whose errors are all chosen. They stay red.`;
  }
  const why =
    own.length === 1
      ? 'it is not chosen'
      : `${missing} of its errors ${missing === 1 ? 'is' : 'are'} not chosen`;
  return `The gate does not let this failure pass: ${why}.`;
}

/** `the end of 10 Dec 2026`; the minute where an entry ends within a day: `10 Dec 14:05`. */
export function formatUntil(at: Date): string {
  const isEndOfDay = at.getHours() === 23 && at.getMinutes() === 59;
  return isEndOfDay ? `the end of ${formatDate(at)}` : formatTime(at);
}

/** Where an entry stands: `active`, `ends in 2 d`, `expired`, `lifted`. */
export function describeEntryState(
  { state, expiresAt, endedBy }: Pick<QuarantineEntry, 'state' | 'expiresAt' | 'endedBy'>,
  now: Date,
): { glyph: GlyphStatus | null; words: string; tone: 'warn' | '' } {
  // To the minute, as times that are relative to now.
  const leftMs = Math.ceil((Date.parse(expiresAt) - now.getTime()) / MINUTE_MS) * MINUTE_MS;
  // An open page outlives the end of an entry.
  if (state === 'expired' || (state === 'active' && leftMs <= 0)) {
    return { glyph: 'skipped', words: 'expired', tone: '' };
  }
  if (state === 'lifted') {
    const words = endedBy === 'server' ? 'lifted by the server' : 'lifted';
    return { glyph: 'skipped', words, tone: '' };
  }
  if (leftMs < EXPIRING_DAYS * DAY_MS) {
    return { glyph: 'interrupted', words: `ends in ${formatSpan(leftMs)}`, tone: 'warn' };
  }
  return { glyph: null, words: 'active', tone: '' };
}

/** Whether the entry excuses a failure with this fingerprint. */
export function covers(
  { state, fingerprints }: Pick<QuarantineEntry, 'state' | 'fingerprints'>,
  fingerprint: string,
): boolean {
  if (state !== 'active') return false;
  return fingerprints === 'any' || fingerprints.includes(fingerprint);
}

/** Whether two entries of a test excuse a failure both. The server refuses the second one. */
export function overlaps(
  one: QuarantineEntry['fingerprints'],
  other: QuarantineEntry['fingerprints'],
): boolean {
  return one === 'any' || other === 'any' || one.some((each) => other.includes(each));
}
