import type { ErrorCode, ErrorDetail } from '@svc/contract/errors';
import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '@svc/server/router';

/**
 * The contract's codes, and three of the client: no answer in time, an answer of something else than an svc server, and
 * a call that its `signal` aborted.
 */
export type SvcClientErrorCode = ErrorCode | 'UNREACHABLE' | 'NOT_SVC' | 'ABORTED';

export interface SvcClientErrorFacts {
  httpStatus?: number | undefined;
  /** The answer's X-Request-Id, by which the server's log has the request. */
  requestId?: string | undefined;
  /** The wait that the server asked for, with 429 and 503. */
  retryAfterSeconds?: number | undefined;
  /** The invalid fields, for invalid input. */
  details?: ErrorDetail[] | undefined;
  cause?: Error | undefined;
}

/**
 * The only error that this package throws. `message` is for people and contains no secret. It may contain text of the
 * server, which is not escaped.
 */
export class SvcClientError extends TRPCClientError<AppRouter> {
  readonly code: SvcClientErrorCode;
  readonly httpStatus: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly details: ErrorDetail[];

  constructor(code: SvcClientErrorCode, message: string, facts: SvcClientErrorFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    // tRPC passes on a TRPCClientError and wraps every other error. Its constructor resets the prototype.
    Object.setPrototypeOf(this, SvcClientError.prototype);
    this.name = 'SvcClientError';
    this.code = code;
    this.httpStatus = facts.httpStatus;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.details = facts.details ?? [];
  }
}
