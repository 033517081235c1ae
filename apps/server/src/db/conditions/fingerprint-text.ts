import { FINGERPRINT_PREFIX } from '@svc/analysis/fingerprint/fingerprint';

/**
 * The SQL expression of a fingerprint as people see it: `fp2:` and 32 hex digits. `id` is a column with the 16 bytes
 * that are stored. Null if the column is.
 */
export function fingerprintText(id: string): string {
  return `'${FINGERPRINT_PREFIX}' || replace(${id}::text, '-', '')`;
}

/** The 32 hex digits of a fingerprint, in a form that Postgres reads as a uuid. */
export function toFingerprintId(fingerprint: string): string {
  return fingerprint.slice(FINGERPRINT_PREFIX.length);
}

/** Parses any text as a fingerprint; null if it is none. */
export function parseFingerprintId(text: string): string | null {
  return FINGERPRINT.exec(text)?.[1] ?? null;
}

const FINGERPRINT = new RegExp(`^${FINGERPRINT_PREFIX}([0-9a-f]{32})$`);
