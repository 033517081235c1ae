import { SpanKind } from '@opentelemetry/api';
import type { WebhookConfig } from '../../config.ts';
import { systemClock, type Clock } from '../../clock.ts';
import { version } from '../../deps.ts';
import { inSpan } from '../../traces.ts';
import { openAgents, type Agents } from './agents.ts';
import { findUrlRefusal } from './allowed-address.ts';
import { readBody, readHeaders, parseRetryAfter } from './answer-parts.ts';
import { describeRequestError } from './error-sentence.ts';
import { exchange, type ExchangeAnswer } from './exchange.ts';
import { lookUpInSystem, openResolve, type Resolve } from './resolve-host.ts';

/** How long one request may take in all: name, connection, TLS, and the whole answer. */
export const SEND_TIMEOUT_MS = 15_000;

/** The headers of every request, besides the caller's and those of HTTP. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'user-agent': `svc-webhooks/${version}`,
  // Answers are not decompressed, because a small one could take any amount of memory.
  'accept-encoding': 'identity',
};

/** The outcome of one request. The request arrived if the status is 2xx and `error` is null. */
export interface Answer {
  /** Null without an answer. */
  status: number | null;
  /**
   * Why the request failed or its answer did not end, for people. Contains no secret and no resolved address. An answer
   * with an error status, such as 500, is not an error; a redirect is.
   */
  error: string | null;
  durationMs: number;
  /** Headers by lower-case name; repeated ones are joined. Null without an answer. */
  headers: Record<string, string> | null;
  /** The first 64 KB, as text that Postgres can store. Null without an answer. */
  body: string | null;
  /** Whether `body` is cut. */
  truncated: boolean;
  /** Seconds that Retry-After requests, at most a day. Null without the header. */
  retryAfterSeconds: number | null;
}

export interface OutgoingRequest {
  url: string;
  /** Added to `FIXED_HEADERS`. */
  headers: Record<string, string>;
  body: string;
  /** Ends the request early. */
  signal?: AbortSignal;
}

/** Sends requests to URLs that users chose. */
export interface Sender {
  /**
   * Posts a body. Never throws: the answer has every failure. Follows no redirect. A receiver may get the request twice,
   * when it closes a kept connection without an answer.
   */
  send(request: OutgoingRequest): Promise<Answer>;
  close(): void;
}

export interface SenderOptions {
  timeoutMs?: number;
  resolve?: Resolve;
  /** Counts from now to the date of a Retry-After. */
  clock?: Clock;
}

export function openSender(config: WebhookConfig, options: SenderOptions = {}): Sender {
  // Names of the operator's own network are expected if `allowPrivate` is true.
  const systemLookup = config.allowPrivate ? lookUpInSystem : null;
  const {
    timeoutMs = SEND_TIMEOUT_MS,
    resolve = openResolve({ systemLookup }),
    clock = systemClock,
  } = options;
  const agents = openAgents(config, resolve);
  return {
    send: async (request) => {
      // The URL was checked when it was set, perhaps with other settings.
      const refusal = findUrlRefusal(request.url, config);
      if (refusal !== null) return { ...NO_ANSWER, error: refusal };
      const startedAt = performance.now();
      const outcome = await inSpan('webhook POST', { kind: SpanKind.CLIENT }, () =>
        exchangeSurely(agents, request, timeoutMs),
      );
      return { ...toAnswer(outcome, clock), durationMs: Math.round(performance.now() - startedAt) };
    },
    close: () => agents.close(),
  };
}

/** Sends a second time, on a new connection, if the receiver closed the kept one. Both share the time limit. */
async function exchangeSurely(
  agents: Agents,
  { url: text, headers, body, signal }: OutgoingRequest,
  timeoutMs: number,
): Promise<ExchangeAnswer> {
  const url = new URL(text);
  const deadline = performance.now() + timeoutMs;
  const request = {
    url,
    headers: { ...FIXED_HEADERS, ...headers },
    body: Buffer.from(body),
    timeoutMs,
    signal,
  };
  const agent = agents.keeping(url.protocol);
  const outcome = await exchange({ ...request, agent, remainingMs: timeoutMs });
  if (!outcome.wasStale) return outcome;
  const remainingMs = deadline - performance.now();
  return exchange({ ...request, agent: agents.fresh(url.protocol), remainingMs });
}

/** The answer fields of a request that was not sent, or was not answered. */
export const NO_ANSWER: Answer = {
  status: null,
  error: null,
  durationMs: 0,
  headers: null,
  body: null,
  truncated: false,
  retryAfterSeconds: null,
};

function toAnswer({ response, bytes, truncated, error }: ExchangeAnswer, clock: Clock): Answer {
  const sentence = error === null ? null : describeRequestError(error);
  if (response === null) return { ...NO_ANSWER, error: sentence };
  const status = response.statusCode ?? null;
  const isRedirect = status !== null && status >= 300 && status < 400;
  return {
    status,
    error: sentence ?? (isRedirect ? 'the receiver redirects; webhooks follow no redirects' : null),
    durationMs: 0,
    headers: readHeaders(response),
    body: readBody(bytes, truncated || error !== null),
    truncated,
    retryAfterSeconds: parseRetryAfter(response, clock.now()),
  };
}
