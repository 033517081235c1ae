/**
 * Converts a git remote to a URL that people can open and that contains no credentials: `git@github.com:a/b.git`
 * and `https://token@github.com/a/b.git` both become `https://github.com/a/b`. A path on a disk stays unchanged.
 */
export function toRepositoryUrl(remote: string): string {
  const scp = /^(?:[^@/\s]+@)?([^:/\s]{2,}):(?!\/\/)(.+)$/.exec(remote);
  if (scp !== null) return `https://${scp[1]}/${withoutSuffix(scp[2] ?? '')}`;
  if (!URL.canParse(remote)) return withoutSuffix(remote);
  const url = new URL(remote);
  if (!url.host) return withoutSuffix(remote);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  // The SSH port is not the port of the web pages.
  const origin = isWeb ? `${url.protocol}//${url.host}` : `https://${url.hostname}`;
  return withoutSuffix(origin + url.pathname);
}

/** The last part of the URL: the default name of the project. */
export function parseRepositoryName(url: string): string | undefined {
  return /([^/\\:]+)$/.exec(withoutSuffix(url))?.[1];
}

function withoutSuffix(path: string): string {
  return path.replace(/\/+$/, '').replace(/\.git$/, '');
}
