import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import type { ApiKeyPrincipal, SessionVia } from '../../principal.ts';
import { findNamedRun } from './ci-run.ts';
import { countRequests, countUpload, type WindowCount } from './rate-limit.queries.ts';

/** The limit that a request counts against. */
export type RequestKind = 'reads' | 'writes';

/**
 * Whether the look-up of the key counts the request. False for an upload that names its CI run, which limitRate
 * counts.
 */
export function isCountedWithLookUp(request: FastifyRequest): boolean {
  return findNamedRun(request) === null;
}

export function deriveRequestKind({ method }: FastifyRequest): RequestKind {
  return method === 'GET' || method === 'HEAD' ? 'reads' : 'writes';
}

/** The subject whose requests are counted together, and its limits. */
export interface CountedSubject {
  subject: string;
  readsPerMinute: number;
  writesPerMinute: number;
}

/** An API key has its own limits. */
export function toCountedKey(key: ApiKeyPrincipal): CountedSubject {
  return { ...key, subject: nameCountedKey(key.id) };
}

export function nameCountedKey(id: string): string {
  return `apiKey:${id}`;
}

/** A user has one limit with any number of sessions, and another one for the dashboard's requests. */
export function toCountedUser(
  config: Deps['config'],
  { userId, via }: { userId: string; via: SessionVia },
): CountedSubject {
  const subject = via === 'cookie' ? `cookie:${userId}` : `user:${userId}`;
  return { ...chooseSessionLimits(config, via), subject };
}

export function chooseSessionLimits(
  config: Deps['config'],
  via: SessionVia,
): Pick<CountedSubject, 'readsPerMinute' | 'writesPerMinute'> {
  return via === 'cookie'
    ? {
        readsPerMinute: config.sessionReadsPerMinute,
        writesPerMinute: config.sessionWritesPerMinute,
      }
    : { readsPerMinute: config.readsPerMinute, writesPerMinute: config.writesPerMinute };
}

/** A request with a credential; `count` is null if it was not counted yet. */
export interface LimitedRequest {
  counted: CountedSubject;
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
  { counted, kind, count: before }: LimitedRequest,
): Promise<void> {
  const limit = kind === 'reads' ? counted.readsPerMinute : counted.writesPerMinute;
  const subject = nameCount(kind, counted.subject);
  const count = before ?? (await countAlone(deps, request, { subject, limit }));
  setLimitHeaders(reply, { kind, limit, count });
  if (count.isOfAdmittedRun === true || count.requests <= limit) return;
  // Once a minute, because all servers of a database share the count.
  if (count.requests === limit + 1) {
    request.log.warn(
      { subject: counted.subject, limit, kind },
      describeReachedLimit({ subject: counted.subject, limit, kind }),
    );
  }
  throw new SvcError(
    'RATE_LIMITED',
    `This credential has used its ${limit} ${kind} of this minute.`,
    {
      hint: `Try again in ${count.resetSeconds} s.`,
      retryAfterSeconds: count.resetSeconds,
    },
  );
}

interface ReachedLimit {
  subject: string;
  limit: number;
  kind: RequestKind;
}

/** The line of the log, with what raises the limit. */
export function describeReachedLimit({ subject, limit, kind }: ReachedLimit): string {
  const variable = (subject.startsWith('cookie:') ? 'SESSION_' : '') + kind.toUpperCase();
  const ofKey = subject.startsWith('apiKey:') ? ', or give the key a limit of its own' : '';
  return `${subject} has reached its limit of ${limit} ${kind} a minute: raise SVC_RATE_LIMIT_${variable}${ofKey}`;
}

/** The subject of a row in rate_limits. */
export function nameCount(kind: RequestKind, subject: string): string {
  return `${kind}:${subject}`;
}

/** Counts a request of a session, or an upload of a CI run, which other rules apply to. */
async function countAlone(
  { database }: Deps,
  request: FastifyRequest,
  { subject, limit }: { subject: string; limit: number },
): Promise<WindowCount & { isOfAdmittedRun?: boolean }> {
  const run = findNamedRun(request);
  return run === null
    ? countRequests(database, subject)
    : countUpload(database, subject, { run, limit });
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
