import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { formatBytes } from '@svc/contract/zod-free/amounts';
import { isRecord } from '@svc/contract/zod-free/is-record';
import type { UploadFailure } from '../report/upload-failure.ts';

/** The server showed no sign of life within the time limit. */
export class SilenceError extends Error {
  override name = 'SilenceError';
}

/** An answer outside 2xx. */
export interface RefusingAnswer {
  status: number;
  /** The response body. It may contain anything. */
  text: string;
  headers: IncomingHttpHeaders;
  /** The size of the refused body. */
  sentBytes: number;
}

/** The failure for an answer outside 2xx. */
export function buildAnswerFailure(answer: RefusingAnswer, url: string): UploadFailure {
  const { status } = answer;
  const error = readErrorBody(answer.text);
  if (status === 413 && error?.code !== 'PAYLOAD_TOO_LARGE') return buildProxyFailure(answer, url);
  const message = describeAnswer(answer, error?.message, url);
  return {
    kind: classifyStatus(status),
    message,
    status,
    resend: isResendable(status),
    ...pickCode(error),
  };
}

/** The failure for a 413 that does not come from svc. A 413 of svc names the part of the body that is too large. */
function buildProxyFailure({ status, sentBytes }: RefusingAnswer, url: string): UploadFailure {
  const message = `a proxy at ${url} refused ${formatBytes(sentBytes)} as too large (413); raise its limit for request bodies (nginx: client_max_body_size)`;
  return { kind: 'tooLarge', message, status, resend: true };
}

/** The failure for a request without an answer. */
export function buildRequestFailure(error: unknown, url: string): UploadFailure {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return { kind: 'timedOut', message: `no answer in time from ${url}`, resend: true };
  }
  if (error instanceof SilenceError) {
    return { kind: 'unreachable', message: `no sign of life from ${url}`, resend: true };
  }
  const code = findErrorCode(error);
  const distrust = code === undefined ? undefined : describeDistrust(code, url);
  if (distrust !== undefined) return { kind: 'untrusted', message: distrust, resend: true };
  // The request itself is invalid, for example a header with a line break. A retry fails the same way.
  if (code === undefined || error instanceof TypeError)
    return { kind: 'refused', message: `${describe(error)} at ${url}`, resend: true };
  const words = NETWORK_WORDS[code] ?? { kind: 'serverError', text: code };
  return { kind: words.kind, message: `${words.text} at ${url}`, resend: true };
}

/** The failure for an error in our own process. */
export function buildLocalFailure(error: unknown): UploadFailure {
  return { kind: 'local', message: describe(error), resend: true };
}

/** Describes the problem of the TLS connection, and how to fix it. Undefined for other errors. */
function describeDistrust(code: string, url: string): string | undefined {
  if (UNKNOWN_ISSUER.has(code)) {
    const whose = code.includes('SELF_SIGNED')
      ? 'self-signed'
      : 'from an issuer that Node does not know';
    return `the certificate at ${url} is ${whose}; set NODE_EXTRA_CA_CERTS to the file with its issuer's certificate`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'EPROTO') {
    return `no TLS at ${url}; if the server uses none, start SVC_URL with http://`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate at ${url} is for another host`;
  return code.startsWith('CERT_') ? `the certificate at ${url} is not valid (${code})` : undefined;
}

const UNKNOWN_ISSUER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

const NETWORK_WORDS: Record<string, { kind: UploadFailure['kind']; text: string }> = {
  ECONNREFUSED: { kind: 'unreachable', text: 'connection refused' },
  ENOTFOUND: { kind: 'unreachable', text: 'host not found' },
  EAI_AGAIN: { kind: 'unreachable', text: 'host not found' },
  EHOSTUNREACH: { kind: 'unreachable', text: 'host unreachable' },
  ENETUNREACH: { kind: 'unreachable', text: 'network unreachable' },
  ECONNRESET: { kind: 'serverError', text: 'connection closed' },
  EPIPE: { kind: 'serverError', text: 'connection closed' },
};

// These statuses refer to the body itself: a resend is refused again.
const NEVER_ACCEPTED = new Set([400, 409, 413, 415, 422]);

/** Whether the server may answer the same request differently within seconds. */
export function mayChangeSoon(status: number): boolean {
  return status === 429 || (status >= 500 && !LASTING_ERRORS.has(status));
}

// Not implemented, HTTP version not supported, a misconfigured server, loop detected, not extended, and a network that
// requires a login: these last until a person changes the server or the address.
const LASTING_ERRORS = new Set([501, 505, 506, 508, 510, 511]);

function isResendable(status: number): boolean {
  return !NEVER_ACCEPTED.has(status);
}

function classifyStatus(status: number): UploadFailure['kind'] {
  if (status === 429 || status === 503) return 'overloaded';
  if (status >= 500) return 'serverError';
  if (status === 401 || status === 403) return 'unauthorized';
  return 'refused';
}

function describeAnswer(
  { status, headers }: RefusingAnswer,
  serverMessage: string | undefined,
  url: string,
): string {
  if (status >= 300 && status < 400) {
    return `the server redirects to ${headers.location ?? 'another address'}; set SVC_URL to that`;
  }
  if (status === 401) return `${url} rejected the API key (401)`;
  if (status === 429) return `rate limit reached${formatLimit(headers)} (429)`;
  // Some servers end their messages with a period, but the line continues after the message.
  const words = serverMessage?.replace(/\.$/, '');
  if (words === undefined) return `${url} answered ${status}`;
  return status >= 500 ? `${url} answered ${status}: ${words}` : `${words} (${status})`;
}

/** ` (10 uploads/min for this key); retry in 37 s`, if the server reports the values. */
function formatLimit(headers: IncomingHttpHeaders): string {
  const limit = Number(headers['x-ratelimit-limit']);
  const after = headers['retry-after'];
  return (
    (limit > 0 ? ` (${limit} uploads/min for this key)` : '') +
    (/^\d{1,6}$/.test(after ?? '') ? `; retry in ${after} s` : '')
  );
}

function pickCode(error: { code: string } | undefined): { code?: string } {
  return error === undefined ? {} : { code: error.code };
}

/** Parsed by hand: zod would slow down every test run. */
function readErrorBody(text: string): { code: string; message: string } | undefined {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body['error'])) return undefined;
  const { code, message } = body['error'];
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return { code, message: message.slice(0, 500) };
}

function findErrorCode(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isRecord(cause) && typeof cause['code'] === 'string' ? cause['code'] : undefined;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
