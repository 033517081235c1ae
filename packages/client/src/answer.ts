import type { ErrorCode, ErrorDetail } from '@svc/contract/errors';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { isRecord } from '@svc/contract/zod-free/is-record';
import { SvcClientError, type SvcClientErrorFacts } from './client-error.ts';

/**
 * The JSON document of an answer. tRPC's link returns its `result.data`.
 * `sentBytes` is the size of the request's body.
 * @throws SvcClientError for every other answer: with the code of a server's error; with
 *   RATE_LIMITED, PROXY_LIMIT, SERVICE_UNAVAILABLE or INTERNAL_SERVER_ERROR by the HTTP status of another sender's
 *   error, such as a proxy's; and with NOT_SVC for anything else.
 */
export async function readAnswer(response: Response, sentBytes: number): Promise<unknown> {
  const body = parseJson(await response.text());
  if (response.ok && isRecord(body) && 'result' in body) return body;
  throw buildAnswerError(response, body, sentBytes);
}

/** The error of an answer that is not a success of svc. `body` is its JSON document, if it has one. */
export function buildAnswerError(
  response: Response,
  body: unknown,
  sentBytes: number,
): SvcClientError {
  const facts: SvcClientErrorFacts = {
    server: findServer(response),
    httpStatus: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: parseRetryAfterSeconds(response.headers.get('retry-after')),
  };
  const stated = parseStatedError(body);
  if (stated !== undefined) {
    return new SvcClientError(stated.code, stated.message, { ...facts, details: stated.details });
  }
  return buildForeignError(response, facts, sentBytes);
}

/** What stands before the paths of the interface, which may be below a path of the host. The host may be `api`. */
function findServer({ url }: Response): string | undefined {
  return /^(\w+:\/\/[^/]+.*?)\/(?:api|trpc)\//.exec(url)?.[1];
}

interface StatedError {
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
}

/** An error in tRPC's form, or in the form of the REST surface, which errors before the router have. */
function parseStatedError(body: unknown): StatedError | undefined {
  if (!isRecord(body) || !isRecord(body['error'])) return undefined;
  const { error } = body;
  const facts = isRecord(error['data']) ? error['data'] : error;
  const code = facts['svcCode'] ?? facts['code'];
  if (!isErrorCode(code) || typeof error['message'] !== 'string') return undefined;
  return { code, message: error['message'], details: parseDetails(facts['details']) };
}

/** The error for an answer that svc did not send: often a proxy's, in front of a server that is down. */
function buildForeignError(
  response: Response,
  facts: SvcClientErrorFacts,
  sentBytes: number,
): SvcClientError {
  const { status } = response;
  if (status === 413) {
    const size = `${Math.ceil(sentBytes / 1_000)} kB`;
    const message = `A proxy in front of the server refused a request of ${size} as too large (413).`;
    return new SvcClientError('PROXY_LIMIT', message, facts);
  }
  if (status === 429) return new SvcClientError('RATE_LIMITED', 'Too many requests.', facts);
  if (status === 502 || status === 503 || status === 504) {
    const message = `The server is not available (a proxy says ${status}).`;
    return new SvcClientError('SERVICE_UNAVAILABLE', message, facts);
  }
  if (status >= 500) {
    const message = `The server answered ${status} without saying why.`;
    return new SvcClientError('INTERNAL_SERVER_ERROR', message, facts);
  }
  const message =
    describeRedirect(response) ?? `Something answered (${status}), but it is not an svc server.`;
  return new SvcClientError('NOT_SVC', message, facts);
}

/** Where a redirect leads. A browser hides its status and its address. */
function describeRedirect({ status, type, headers }: Response): string | undefined {
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return undefined;
  const location = headers.get('location');
  if (location === null) return 'The server redirects to another address.';
  return `The server redirects to '${location}' (${status}).`;
}

function parseDetails(details: unknown): ErrorDetail[] {
  if (!Array.isArray(details)) return [];
  return details.filter(
    (detail: unknown): detail is ErrorDetail =>
      isRecord(detail) &&
      typeof detail['path'] === 'string' &&
      typeof detail['message'] === 'string',
  );
}

// The contract's own table would load zod into every command and page.
const ERROR_CODES: Record<ErrorCode, true> = {
  BAD_REQUEST: true,
  UNAUTHORIZED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  CONFLICT: true,
  PAYLOAD_TOO_LARGE: true,
  UNSUPPORTED_MEDIA_TYPE: true,
  UNPROCESSABLE_CONTENT: true,
  RATE_LIMITED: true,
  INTERNAL_SERVER_ERROR: true,
  SERVICE_UNAVAILABLE: true,
};

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}

/** Seconds. Undefined for an HTTP date, which proxies send: the client's own back-off then applies. */
function parseRetryAfterSeconds(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}
