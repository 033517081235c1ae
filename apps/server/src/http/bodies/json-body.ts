import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SvcError } from '../../errors.ts';
import { checkBodyValues, parseJsonBody } from '../input/json-values.ts';

/** Replaces Fastify's parser of JSON bodies by one that counts the values of a body before it parses. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body);
    checkBodyValues(bytes);
    void parse(request, bytes.toString(), done);
  });
}

/** Passes JSON bodies as text, for a handler that parses them itself. */
export function passJsonBodiesAsText(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    const bytes = Buffer.from(body);
    checkBodyValues(bytes);
    done(null, bytes.toString());
  });
}

/**
 * The value of a body that was received as a buffer and must be JSON, with or without a byte order mark.
 * @throws SvcError UNSUPPORTED_MEDIA_TYPE for another type, PAYLOAD_TOO_LARGE for too many values, BAD_REQUEST for a
 * body that is not JSON.
 */
export function parseRequestJson({ body, headers }: FastifyRequest): unknown {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new SvcError('UNSUPPORTED_MEDIA_TYPE', `The body's type '${type}' is not supported.`, {
      hint: 'Send application/json.',
    });
  }
  return parseJsonBody(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
}
