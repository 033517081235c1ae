import { SvcClientError, type SvcClientErrorCode } from '@svc/client';
import { queryClient } from './query-client.ts';
import { loadSitePage, toSiteAddress } from './site.ts';

/**
 * Signs in with e-mail and password; the session is in an HttpOnly cookie.
 * @throws SvcClientError: UNAUTHORIZED for a wrong address or password, RATE_LIMITED after too many tries.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await post('sign-in/email', credentials);
  queryClient.clear();
  typedPassword = credentials.password;
  setTimeout(() => (typedPassword = null), TYPED_MS);
}

// Long enough for the page that replaces a one-time password to open.
const TYPED_MS = 10_000;
let typedPassword: string | null = null;

/** The password of a sign-in some seconds ago, so that nobody has to type it twice. Null otherwise. */
export function getJustTypedPassword(): string | null {
  return typedPassword;
}

/** Ends the session and loads a page from the server, so that nothing of the session stays in memory. */
export async function signOut(next = '/sign-in'): Promise<void> {
  await post('sign-out', {});
  loadSitePage(next);
}

/** Calls one of better-auth's routes. */
export async function post(path: string, body: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(toSiteAddress(`/api/auth/${path}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    throw new SvcClientError('UNREACHABLE', 'No connection to the server.', { cause });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { error } = (answer ?? {}) as {
    error?: { code: SvcClientErrorCode; message: string };
  };
  throw new SvcClientError(
    error?.code ?? 'INTERNAL_SERVER_ERROR',
    error?.message ?? `The server answered ${response.status}.`,
    {
      httpStatus: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: Number(response.headers.get('retry-after')) || undefined,
    },
  );
}
