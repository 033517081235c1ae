import type { ErrorCode, ErrorDetail } from '@svc/contract/errors';
import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@svc/server/router';

/**
 * The contract's codes, and four more. UNREACHABLE: no answer, or none in time. NOT_SVC: the answer did not come from
 * an svc server. PROXY_LIMIT: a proxy refused the request as too large. ABORTED: the caller's signal ended the call.
 */
export type SvcClientErrorCode = ErrorCode | 'UNREACHABLE' | 'NOT_SVC' | 'PROXY_LIMIT' | 'ABORTED';

export interface SvcClientErrorFacts {
  /** The address of the server, if something answered there. */
  server?: string | undefined;
  httpStatus?: number | undefined;
  /** The answer's X-Request-Id, to find it in the server's log. */
  requestId?: string | undefined;
  /** Seconds from the Retry-After header. */
  retryAfterSeconds?: number | undefined;
  /** The invalid fields, for invalid input. */
  details?: ErrorDetail[] | undefined;
  cause?: Error | undefined;
}

/** The only error of this package. `message` contains no secret, but may be the server's text, unchanged. */
export class SvcClientError extends TRPCClientError<AppRouter> {
  readonly code: SvcClientErrorCode;
  readonly server: string | undefined;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: ErrorDetail[];

  constructor(code: SvcClientErrorCode, message: string, facts: SvcClientErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    // TRPCClientError's constructor sets its own prototype. tRPC passes on a TRPCClientError and wraps other errors.
    Object.setPrototypeOf(this, SvcClientError.prototype);
    this.name = 'SvcClientError';
    this.code = code;
    this.server = facts.server;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.details = facts.details ?? [];
  }
}
