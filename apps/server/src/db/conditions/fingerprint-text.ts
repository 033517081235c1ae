/**
 * The SQL expression of a fingerprint as people see it: `fp2:` and 32 hex digits. `fingerprints` is the table of that
 * name, or its alias: only it knows the version. Null if the row is missing.
 */
export function fingerprintText(fingerprints = 'fingerprints'): string {
  return `'fp' || ${fingerprints}.version || ':' || replace(${fingerprints}.id::text, '-', '')`;
}

/** The 32 hex digits after the version, in a form that Postgres reads as a uuid. */
export function fingerprintId(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf(':') + 1);
}
