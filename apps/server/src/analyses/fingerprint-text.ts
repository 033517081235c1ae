/** A fingerprint as stored: the version of the algorithm, and the 16 bytes after it as 32 hex digits. */
export interface StoredFingerprint {
  version: number;
  id: string;
}

/** Splits `fp2:<32 hex digits>`; null for any other text. */
export function storedFingerprintOf(fingerprint: string): StoredFingerprint | null {
  const [, version, id] = /^fp(\d{1,4}):([0-9a-f]{32})$/.exec(fingerprint) ?? [];
  return version === undefined || id === undefined ? null : { version: Number(version), id };
}

/** The SQL expression of a fingerprint's text. `version` and `id` are columns. */
export function fingerprintText(version: string, id: string): string {
  return `'fp' || ${version} || ':' || replace(${id}::text, '-', '')`;
}
