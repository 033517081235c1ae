import type { FastifyRequest } from 'fastify';
import { SvcError } from '../../errors.ts';

/**
 * The Idempotency-Key header.
 * @throws SvcError BAD_REQUEST when it is too long.
 */
export function parseIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined || header === '') return undefined;
  const key = String(header);
  if (key.length <= 255) return key;
  throw new SvcError('BAD_REQUEST', 'The Idempotency-Key header is longer than 255 characters.');
}
