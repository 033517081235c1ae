/** The key of a content. Each organization has its own copy, so that none can find out whether another has a file. */
export function buildContentKey(organizationId: string, sha256: string): string {
  return `${organizationId}/${sha256.slice(0, 2)}/${sha256}`;
}

/** The content's hash from such a key; undefined for any other file. */
export function parseContentKey(key: string): string | undefined {
  return /^[^/]+\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(key)?.[1];
}

/** The folder of uploads until they are complete and checked. */
export const INCOMING = 'incoming';
