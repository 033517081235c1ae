import type { FastifyRequest } from 'fastify';
import { SvcError } from '../../errors.ts';

const BOM = '\u{feff}';

/**
 * The value of a body that was received as a buffer and must be JSON, with or without a byte order mark.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE for another type, BAD_REQUEST for a body that is not JSON.
 */
export function jsonBodyOf({ body, headers }: FastifyRequest): unknown {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new SvcError('UNSUPPORTED_MEDIA_TYPE', `The body's type '${type}' is not supported.`, {
      hint: 'Send application/json.',
    });
  }
  const text = String(body);
  try {
    return JSON.parse(text.startsWith(BOM) ? text.slice(1) : text);
  } catch (cause) {
    throw new SvcError('BAD_REQUEST', 'The body is not JSON.', { cause });
  }
}
