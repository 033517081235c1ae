import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { decompressed } from '../../http/decompress.ts';
import { principalOf } from '../../http/guard.ts';
import { idempotencyKeyOf } from '../../http/idempotency-key.ts';
import { readUpload } from './ingest-body.ts';
import { ingest } from './ingest.service.ts';

/**
 * The two upload addresses on REST. They stand in front of the generated ones because they take the
 * body as bytes: it is read in pieces, and its hash is that of what was sent.
 */
export async function ingestRest(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  // Fastify's own for text/plain too: what it reads is no upload.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer) =>
      decompressed(request.headers['content-encoding'], body),
  );
  for (const path of ['/ingest', '/test-results']) {
    app.post(path, { decompress: false }, async (request) => {
      const bytes = bodyOf(request);
      const upload = readUpload(bytes, hash('sha256', bytes, 'buffer'));
      upload.body.idempotencyKey = idempotencyKeyOf(request) ?? upload.body.idempotencyKey;
      return ingest(deps, principalOf(request), upload);
    });
  }
}

function bodyOf(request: FastifyRequest): Buffer {
  if (Buffer.isBuffer(request.body) && request.body.length > 0) return request.body;
  throw new SvcError('BAD_REQUEST', 'The body is empty.', {
    hint: 'Send the results as JSON; /api/docs describes them.',
  });
}
