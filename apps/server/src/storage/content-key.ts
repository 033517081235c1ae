/** Where a content lies: each organization has its own, so that none can ask whether another has a file. */
export function contentKey(organizationId: string, sha256: string): string {
  return `${organizationId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** The content's hash out of such a key; undefined for a file that is none. */
export function sha256OfKey(key: string): string | undefined {
  return /^[^/]+\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];
}

/** Where uploads lie until they are whole and checked. */
export const INCOMING = 'incoming';
