/** The address if a link may lead there: http and https only. Uploads may name any scheme. */
export function httpUrl(address: string | null | undefined): string | null {
  if (address === null || address === undefined) return null;
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/**
 * The page on GitHub or GitLab that lists the commits from one to another; null for any other repository. An address
 * for git over SSH counts as its page.
 */
export function commitRangeUrl(
  repository: string | undefined,
  { from, to }: { from: string; to: string },
): string | null {
  const page = repository
    ?.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/\.git$/, '');
  const url = httpUrl(page);
  if (url === null || ![from, to].every((commit) => /^[0-9a-f]{7,64}$/i.test(commit))) return null;
  const { hostname } = new URL(url);
  const base = url.replace(/\/$/, '');
  if (hostname === 'github.com') return `${base}/compare/${from}...${to}`;
  return hostname.startsWith('gitlab.') ? `${base}/-/compare/${from}...${to}` : null;
}
