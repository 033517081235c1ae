import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { Result } from '@svc/contract/executions/executions';

type Fingerprinted = Pick<Result, 'fingerprint' | 'furtherFingerprints'>;

// Enough to distinguish one, and to type it.
const FINGERPRINT_CHARACTERS = 12;
// In lists. `svc executions show` has all of them.
const FINGERPRINTS_SHOWN = 4;

/** `fp2:6be1aa00`, as `svc quarantine add --fingerprint` accepts it. */
export function shortenFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, FINGERPRINT_CHARACTERS);
}

/** Returns the fingerprints of all errors of a failure. */
export function collectFingerprints({
  fingerprint,
  furtherFingerprints = [],
}: Fingerprinted): string[] {
  return fingerprint === null ? [] : [fingerprint, ...furtherFingerprints];
}

/**
 * `fingerprints fp2:6be1aa00, fp2:91c3bb00 and 2 more`. An entry excuses the failure only if it covers all of them.
 * `isWhole`: to be copied, so that none is left out, and a single one is shown in full.
 */
export function formatFingerprints(
  failure: Fingerprinted,
  { isWhole = false }: { isWhole?: boolean } = {},
): string | null {
  const all = collectFingerprints(failure);
  const [only, ...further] = all;
  if (only === undefined) return null;
  if (further.length === 0 && isWhole) return `fingerprint ${only}`;
  const listed = isWhole ? all.map(shortenFingerprint).join(', ') : formatFingerprintList(all);
  return `${further.length === 0 ? 'fingerprint' : 'fingerprints'} ${listed}`;
}

/** `fp2:6be1aa00, fp2:c0df5c60 and 7 more`. */
export function formatFingerprintList(fingerprints: readonly string[]): string {
  const shown = fingerprints.slice(0, FINGERPRINTS_SHOWN).map(shortenFingerprint);
  const left = fingerprints.length - shown.length;
  return `${shown.join(', ')}${left === 0 ? '' : ` and ${formatNumber(left)} more`}`;
}

/** Equal for failures with the same last error and the same others; null without a fingerprint. */
export function buildErrorKey({
  fingerprint,
  furtherFingerprints = [],
}: Fingerprinted): string | null {
  if (fingerprint === null) return null;
  return [fingerprint, ...furtherFingerprints.toSorted()].join(' ');
}
