import { HTTP_STATUS_OF_ERROR, type ErrorCode, type ErrorDetail } from '@svc/contract/errors';
import type { TRPCError } from '@trpc/server';
import { ConnectionError, DatabaseError } from 'sequelize';

/** An error that callers may see: a stable code, a sentence that names what they passed, and a hint. */
export class SvcError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      hint?: string;
      details?: ErrorDetail[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(options.hint === undefined ? message : `${message} ${options.hint}`, {
      cause: options.cause,
    });
    this.name = 'SvcError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get httpStatus(): number {
    return HTTP_STATUS_OF_ERROR[this.code];
  }
}

/** The one table from our codes to tRPC's. */
export const TRPC_CODE_OF_ERROR = {
  BAD_REQUEST: 'BAD_REQUEST',
  UNAUTHORIZED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  UNPROCESSABLE_CONTENT: 'UNPROCESSABLE_CONTENT',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  INTERNAL_SERVER_ERROR: 'INTERNAL_SERVER_ERROR',
  SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, TRPCError['code']>;

/** Converts any thrown value to what the caller may see. A bug becomes a 500 without its message. */
export function toSvcError(thrown: unknown): SvcError {
  if (thrown instanceof SvcError) return thrown;
  if (thrown instanceof ConnectionError) {
    return new SvcError('SERVICE_UNAVAILABLE', 'The database cannot be reached at the moment.', {
      hint: 'Try again in a few seconds.',
      retryAfterSeconds: 5,
      cause: thrown,
    });
  }
  if (thrown instanceof DatabaseError) {
    const { code } = thrown.parent as { code?: unknown };
    if (code === LOCK_TIMEOUT) return buildBusyError('somebody else writes the same rows', thrown);
    if (code === STATEMENT_TIMEOUT) return buildTookTooLongError(thrown);
  }
  return new SvcError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server.', {
    hint: 'Its log has the details under the X-Request-Id of this answer.',
    cause: thrown,
  });
}

// SQLSTATEs lock_not_available and query_canceled.
const LOCK_TIMEOUT = '55P03';
const STATEMENT_TIMEOUT = '57014';

/** The server has no capacity for the request at the moment. */
export function buildBusyError(reason: string, cause?: unknown): SvcError {
  return new SvcError('SERVICE_UNAVAILABLE', `The server is busy: ${reason}.`, {
    hint: 'Try again in a few seconds.',
    retryAfterSeconds: 5,
    cause,
  });
}

function buildTookTooLongError(cause: unknown): SvcError {
  return new SvcError('SERVICE_UNAVAILABLE', 'The database took too long, and was stopped.', {
    hint: 'Ask for less, such as a shorter window with `from` and `to`, or one project; or try again later.',
    retryAfterSeconds: 30,
    cause,
  });
}
