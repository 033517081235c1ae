import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import type { Principal } from '../accounts/principal.ts';
import { ciRunOf } from './ci-run.ts';
import { countRequest, countUpload, type WindowCount } from './rate-limit.queries.ts';

/**
 * Counts the request against its credential, reads and writes apart, and sets the limit's headers. The
 * uploads of one CI run count once.
 * @throws SvcError RATE_LIMITED, with the seconds to wait, from the first request over the limit on.
 */
export async function limitRate(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
): Promise<void> {
  const kind = request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes';
  const limit = kind === 'reads' ? principal.readsPerMinute : principal.writesPerMinute;
  const subject = `${kind}:${subjectOf(principal)}`;
  const run = ciRunOf(request);
  const count =
    run === null
      ? { ...(await countRequest(deps.database, subject)), isOfAdmittedRun: false }
      : await countUpload(deps.database, subject, { run, limit });
  setLimitHeaders(reply, { kind, limit, count });
  if (count.isOfAdmittedRun || count.requests <= limit) return;
  throw new SvcError(
    'RATE_LIMITED',
    `This credential has used its ${limit} ${kind} of this minute.`,
    {
      hint: `Try again in ${count.resetSeconds} s.`,
      retryAfterSeconds: count.resetSeconds,
    },
  );
}

/** A user has one allowance, however many sessions they open. */
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
