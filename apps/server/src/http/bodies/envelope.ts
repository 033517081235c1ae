import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '@svc/contract/errors';
import type { SvcError } from '../../errors.ts';

/** The text around the data of every successful REST response. */
export const ENVELOPE_HEAD = '{"success":true,"data":';
export const ENVELOPE_TAIL = '}';

/** Wraps every successful REST response into the envelope. Errors and streams already have theirs. */
export async function wrapInEnvelope(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== 'string' || reply.statusCode >= 400) return payload;
  return ENVELOPE_HEAD + payload + ENVELOPE_TAIL;
}

/** The body of every error of the REST surface. */
export function buildErrorBody({ code, message, details }: SvcError): ErrorBody {
  return {
    success: false,
    error: { code, message, ...(details === undefined ? {} : { details }) },
  };
}
