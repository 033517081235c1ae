/** Matches a commit, complete or abbreviated. Uploads may send any text as a commit. */
const COMMIT = /^[0-9a-f]{7,64}$/i;

/** The commit's page on GitHub or GitLab; null for any other repository, and for a text that is not a commit. */
export function buildCommitUrl(
  repository: string | null | undefined,
  commit: string | null | undefined,
): string | null {
  const forge = findForge(repository);
  return forge !== null && typeof commit === 'string' && COMMIT.test(commit)
    ? `${forge}/commit/${commit}`
    : null;
}

/** The page that lists the commits from one to another; null as for `buildCommitUrl`. */
export function buildCommitRangeUrl(
  repository: string | null | undefined,
  { from, to }: { from: string; to: string },
): string | null {
  const forge = findForge(repository);
  return forge !== null && [from, to].every((commit) => COMMIT.test(commit))
    ? `${forge}/compare/${from}...${to}`
    : null;
}

/**
 * The base address of a repository's commit pages on GitHub and GitLab. An address for git over SSH is converted to
 * that of its page. Null for any scheme but http and https: uploads may name any scheme.
 */
function findForge(repository: string | null | undefined): string | null {
  const page = repository
    ?.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
    .replace(/\.git$/, '');
  if (page === undefined || !URL.canParse(page)) return null;
  const { protocol, hostname, origin, pathname } = new URL(page);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const base = origin + pathname.replace(/\/$/, '');
  if (hostname === 'github.com') return base;
  return hostname.startsWith('gitlab.') ? `${base}/-` : null;
}
