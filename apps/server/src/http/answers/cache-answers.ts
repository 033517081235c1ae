import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Flight, StoredAnswer } from './answer-cache.ts';
import { buildAnswerKey, buildEtag, hasEtag, readMinute } from './answer-key.ts';
import { chooseEncoding, encodeAnswer } from './encode-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer that this request computes, also for others. */
    flight: (Flight & { etag: string }) | null;
  }
}

/**
 * Sends answers that depend on the organization's data from the cache. Those that ask the same at the same time share
 * one computation, which goes on while any of them waits. A client that has the answer gets 304. Requests for which
 * `isCached` is false are not touched, and errors and streams are not kept.
 */
export function cacheAnswers(
  app: FastifyInstance,
  deps: Deps,
  isCached: (request: FastifyRequest) => boolean,
): void {
  const { answerCache: cache, measurements } = deps;
  if (cache === null) return;
  const settings = hash('sha256', JSON.stringify(deps.config));
  const count = (outcome: Outcome): void => measurements.cachedAnswers.inc({ outcome });
  app.decorateRequest('flight', null);
  app.addHook('preHandler', async (request, reply): Promise<FastifyReply | undefined> => {
    const { principal, leaving } = request;
    if (principal === null || leaving === null) return undefined;
    if (HEADERS_THAT_CHANGE_ANSWERS.some((name) => request.headers[name] !== undefined))
      return undefined;
    if (!isCached(request)) return undefined;
    const minute = readMinute(deps);
    cache.keepMinute(minute);
    const key = buildAnswerKey(deps, request, { principal, minute });
    const etag = buildEtag(key, settings);
    if (hasEtag(request.headers['if-none-match'], etag)) {
      count('unchanged');
      startAnswer(reply, etag);
      return reply.code(304).send();
    }
    if (request.method === 'HEAD') return undefined;
    const found = await cache.find(key, leaving);
    count(found.kind === 'flight' ? 'computed' : found.kind);
    if (found.kind === 'flight') {
      request.flight = { ...found.flight, etag };
      request.leaving = found.flight.signal;
      return undefined;
    }
    if (found.answer === null) return undefined;
    startAnswer(reply, etag);
    return reply.headers(found.answer.headers).send(found.answer.body);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const { flight } = request;
    if (flight === null) return payload;
    request.flight = null;
    let answer: StoredAnswer | null = null;
    try {
      answer = await takeAnswer(request, reply, payload);
    } finally {
      flight.end(answer);
    }
    if (answer === null) return payload;
    startAnswer(reply, flight.etag);
    reply.removeHeader('content-length');
    reply.headers(answer.headers);
    return answer.body;
  });
}

/** How a question was answered: computed, from the cache, by the computation of another request, or with 304. */
type Outcome = 'computed' | 'stored' | 'shared' | 'unchanged';

// These choose another form of the answer, or are checked before it.
const HEADERS_THAT_CHANGE_ANSWERS = ['trpc-accept', 'x-no-compression', 'idempotency-key', 'range'];

/** Clients may keep the answer, and ask each time whether it is still the same. */
function startAnswer(reply: FastifyReply, etag: string): void {
  reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
}

/** The answer in the form in which it is sent; null for an error and a stream. */
async function takeAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<StoredAnswer | null> {
  const sent = payload instanceof Response ? payload : null;
  if ((sent?.status ?? reply.statusCode) !== 200) return null;
  if (sent === null && typeof payload !== 'string') return null;
  const type = sent?.headers.get('content-type') ?? reply.getHeader('content-type');
  const text = sent === null ? String(payload) : await sent.text();
  const { body, encoding } = await encodeAnswer(text, chooseEncoding(headers['accept-encoding']));
  return {
    body,
    headers: {
      'content-type': String(type ?? 'application/json'),
      vary: 'accept-encoding',
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    },
  };
}
