/** The address if a link may lead there: http and https only. Uploads may name any scheme. */
export function webAddress(address: string | undefined): string | null {
  if (address === undefined) return null;
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
