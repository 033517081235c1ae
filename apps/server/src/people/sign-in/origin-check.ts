import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns a check against forged requests (CSRF) for requests without an Authorization header, which no other site can
 * send. A request that writes must come from the dashboard: with the cookie, its Origin must be that of SVC_BASE_URL;
 * without the cookie, it may have no Origin, as requests of programs have none.
 * The check throws SvcError FORBIDDEN.
 */
export function createOriginCheck({ baseUrl }: Pick<Deps['config'], 'baseUrl'>) {
  const expected = new URL(baseUrl).origin;
  return (
    { method, headers: { origin } }: FastifyRequest,
    { hasCookie }: { hasCookie: boolean },
  ): void => {
    if (SAFE_METHODS.has(method) || origin === expected) return;
    if (origin === undefined && !hasCookie) return;
    throw new SvcError(
      'FORBIDDEN',
      origin === undefined
        ? 'The request has the cookie of the dashboard, but no Origin header.'
        : `The origin '${origin}' is not the origin of this server, which is '${expected}'.`,
      { hint: 'Open the dashboard at the address in SVC_BASE_URL, or send an API key.' },
    );
  };
}
