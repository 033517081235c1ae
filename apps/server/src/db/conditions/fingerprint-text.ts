/**
 * The SQL expression of a fingerprint as people see it: `fp2:` and 32 hex digits. `fingerprints` is the table of that
 * name, or its alias: only it knows the version. Null if the row is missing.
 */
export function fingerprintText(fingerprints = 'fingerprints'): string {
  return `'fp' || ${fingerprints}.version || ':' || replace(${fingerprints}.id::text, '-', '')`;
}

/**
 * The same of a failing result, in a statement whose $1 is the organization: a look-up, because beside outdated
 * statistics, a join may read every fingerprint for each failure. Both arguments are SQL expressions.
 */
export function fingerprintTextOf(projectId: string, fingerprintId: string): string {
  return `(
              SELECT ${fingerprintText()}
              FROM fingerprints
              WHERE fingerprints.organization_id = $1
                AND fingerprints.project_id = ${projectId}
                AND fingerprints.id = ${fingerprintId})`;
}

/** The 32 hex digits after the version, in a form that Postgres reads as a uuid. */
export function fingerprintId(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf(':') + 1);
}
