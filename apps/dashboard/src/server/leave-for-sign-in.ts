import { SvcClientError } from '@svc/client';

const SIGN_IN = '/sign-in';

/** After an answer that the session is missing or over: opens the sign-in page, which leads back to this page. */
export function leaveForSignIn(error: unknown): void {
  if (!(error instanceof SvcClientError) || error.code !== 'UNAUTHORIZED') return;
  const { pathname, search, hash } = window.location;
  if (pathname === SIGN_IN) return;
  const next = `${pathname}${search}${hash}`;
  window.location.assign(next === '/' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`);
}
