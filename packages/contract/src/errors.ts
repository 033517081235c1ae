import { z } from 'zod';

/** Every error code of the REST surface with its HTTP status. */
export const HTTP_STATUS_OF_ERROR = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS_OF_ERROR;

const ERROR_CODES = Object.keys(HTTP_STATUS_OF_ERROR) as [ErrorCode, ...ErrorCode[]];
export const errorCode = z.enum(ERROR_CODES);

/** One invalid field. `path` is its path in the request, such as `results.3.status`. */
export const errorDetail = z.object({
  path: z.string(),
  message: z.string(),
}) satisfies z.ZodType<ErrorDetail>;
export interface ErrorDetail {
  path: string;
  message: string;
}

/** Body of every error response. */
export const errorBody = z
  .object({
    success: z.literal(false),
    error: z.object({
      code: errorCode,
      message: z.string(),
      details: z
        .array(errorDetail)
        .optional()
        .describe('Invalid fields of the request; absent for other errors'),
    }),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof errorBody>;
