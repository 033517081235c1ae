/** The address if a link may lead there: http and https only. Uploads may name any scheme. */
export function parseHttpUrl(address: string | null | undefined): string | null {
  if (address === null || address === undefined) return null;
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
