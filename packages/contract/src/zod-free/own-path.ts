/** First segments of the paths that a server answers: its pages, its interfaces and its files. */
export const OWN_SEGMENTS: readonly string[] = (
  'executions projects tests flaky failures quarantine compare start settings sign-in sign-up confirm-sign-up ' +
  'forgot-password reset-password new-password invitations device api trpc artifacts trace-viewer docs healthz ' +
  'readyz metrics assets'
).split(' ');

const OWN = new RegExp(`/(?:${OWN_SEGMENTS.join('|')})(?:/.*)?$`);

/** The path without what the server itself answers: `/svc` for `/svc/executions/12` and for `/svc/`. */
export function cutOwnPath(pathname: string): string {
  const path = pathname.replace(OWN, '');
  let end = path.length;
  // Not by a regular expression: it takes the square of the number of slashes, and a client chooses them.
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
