import type { ErrorCode, ErrorDetail } from '@svc/contract/errors';
import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@svc/server/router';

/**
 * The contract's codes, and three of our own: nobody answered (in time), what answered is no svc
 * server, or the caller's signal ended the call.
 */
export type SvcClientErrorCode = ErrorCode | 'UNREACHABLE' | 'NOT_SVC' | 'ABORTED';

export interface SvcClientErrorFacts {
  httpStatus?: number | undefined;
  /** The answer's X-Request-Id, to find it in the server's log. */
  requestId?: string | undefined;
  /** What the server asked for with 429 and 503. */
  retryAfterSeconds?: number | undefined;
  /** The invalid fields, for invalid input. */
  details?: ErrorDetail[] | undefined;
  cause?: Error | undefined;
}

/** The one error of this package. `message` is for people and holds no secret, but comes from the server as it is. */
export class SvcClientError extends TRPCClientError<AppRouter> {
  readonly code: SvcClientErrorCode;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: ErrorDetail[];

  constructor(code: SvcClientErrorCode, message: string, facts: SvcClientErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    // tRPC hands on what is a TRPCClientError and wraps anything else; its constructor resets the prototype.
    Object.setPrototypeOf(this, SvcClientError.prototype);
    this.name = 'SvcClientError';
    this.code = code;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.details = facts.details ?? [];
  }
}
