import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { RequestKind } from '../authentication/auth.queries.ts';
import { namedRunOf } from './ci-run.ts';
import { countRequest, countUpload, type WindowCount } from './rate-limit.queries.ts';

/**
 * Whether the look-up of the key counts the request. False for an upload that names its CI run, which limitRate
 * counts.
 */
export function countsWithLookUp(request: FastifyRequest): boolean {
  return namedRunOf(request) === null;
}

export function kindOf({ method }: FastifyRequest): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
}

/** A request with a credential; `count` is null if it was not counted yet. */
export interface LimitedRequest {
  principal: Principal;
  kind: RequestKind;
  count: (WindowCount & { isOfAdmittedRun?: boolean }) | null;
}

/**
 * Counts the request against its credential, unless the look-up counted it, and sets the limit's headers. Reads and
 * writes have separate limits. The uploads of one CI run count once.
 * @throws SvcError RATE_LIMITED, with the seconds to wait, from the first request over the limit on.
 */
export async function limitRate(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { principal, kind, count: counted }: LimitedRequest,
): Promise<void> {
  const limit = kind === 'reads' ? principal.readsPerMinute : principal.writesPerMinute;
  const count = counted ?? (await countAlone(deps, request, { principal, kind, limit }));
  setLimitHeaders(reply, { kind, limit, count });
  if (count.isOfAdmittedRun === true || count.requests <= limit) return;
  throw new SvcError(
    'RATE_LIMITED',
    `This credential has used its ${limit} ${kind} of this minute.`,
    {
      hint: `Try again in ${count.resetSeconds} s.`,
      retryAfterSeconds: count.resetSeconds,
    },
  );
}

/** For sessions, and for uploads of a CI run, which are counted differently. */
async function countAlone(
  { database }: Deps,
  request: FastifyRequest,
  { principal, kind, limit }: { principal: Principal; kind: RequestKind; limit: number },
): Promise<WindowCount & { isOfAdmittedRun?: boolean }> {
  const subject = `${kind}:${subjectOf(principal)}`;
  const run = namedRunOf(request);
  return run === null
    ? countRequest(database, subject)
    : countUpload(database, subject, { run, limit });
}

/** A user has one limit, with any number of sessions. */
function subjectOf(principal: Principal): string {
  return principal.kind === 'session' ? `user:${principal.userId}` : `apiKey:${principal.id}`;
}

function setLimitHeaders(
  reply: FastifyReply,
  { kind, limit, count }: { kind: string; limit: number; count: WindowCount },
): void {
  const remaining = Math.max(0, limit - count.requests);
  reply.header('X-RateLimit-Limit', limit);
  reply.header('X-RateLimit-Remaining', remaining);
  reply.header('X-RateLimit-Reset', count.resetSeconds);
  reply.header('RateLimit-Policy', `"${kind}";q=${limit};w=60`);
  reply.header('RateLimit', `"${kind}";r=${remaining};t=${count.resetSeconds}`);
}
