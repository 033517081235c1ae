import { SvcClientError } from '@svc/client';
import { loadSitePage, getPagePath } from './site.ts';

const SIGN_IN = '/sign-in';

/** After an answer that the session is missing or over: opens the sign-in page, which leads back to this page. */
export function leaveForSignIn(error: unknown): void {
  if (!(error instanceof SvcClientError) || error.code !== 'UNAUTHORIZED') return;
  const path = getPagePath();
  if (path === SIGN_IN) return;
  const next = path + window.location.search + window.location.hash;
  loadSitePage(next === '/' ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(next)}`);
}
