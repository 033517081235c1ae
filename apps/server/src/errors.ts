import { HTTP_STATUS_OF_ERROR, type ErrorCode, type ErrorDetail } from '@svc/contract/errors';
import type { TRPCError } from '@trpc/server';
import { ConnectionError, DatabaseError } from 'sequelize';

/** An error that its caller may see: a stable code, a sentence that names what they passed, and a hint. */
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

/** What a caller is told of anything that was thrown. A bug becomes a 500 without its message. */
export function asSvcError(thrown: unknown): SvcError {
  if (thrown instanceof SvcError) return thrown;
  if (isDatabaseOutOfReach(thrown)) {
    return new SvcError('SERVICE_UNAVAILABLE', 'The database is out of reach at the moment.', {
      hint: 'Try again in a few seconds.',
      retryAfterSeconds: 5,
      cause: thrown,
    });
  }
  return new SvcError('INTERNAL_SERVER_ERROR', 'Something went wrong on the server.', {
    hint: 'Its log has the details under the X-Request-Id of this answer.',
    cause: thrown,
  });
}

// Class 08 is connection trouble, 57P0x a server that stops or starts, 53 one that is out of room; the
// others are the operating system's word for a connection that broke while it was written to or read.
const OUT_OF_REACH = /^(?:08|53|57P0|EPIPE$|ECONN|ETIMEDOUT$)/;

function isDatabaseOutOfReach(thrown: unknown): boolean {
  if (thrown instanceof ConnectionError) return true;
  if (!(thrown instanceof DatabaseError)) return false;
  const cause: { code?: unknown; message: string } = thrown.parent;
  if (typeof cause.code === 'string' && OUT_OF_REACH.test(cause.code)) return true;
  return /^(?:Connection terminated|Client has encountered a connection error)/.test(cause.message);
}
