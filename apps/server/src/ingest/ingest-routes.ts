/// <reference types="@fastify/compress" />
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { refuseOtherCiRun } from '../http/limits/ci-run.ts';
import { admitBody } from '../http/bodies/admit-body.ts';
import { createRequestScope } from '../http/request-scope.ts';
import { parseIdempotencyKey } from '../http/bodies/idempotency-key.ts';
import { runBlocking } from '../limiters/run-blocking.ts';
import { readUpload } from './body/ingest-body.ts';
import { ingest } from './ingest.service.ts';

/** Registers the upload routes of REST. They replace the generated ones because they read the body as bytes. */
export async function registerIngestRest(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  takeUploads(app, deps, { paths: ['/ingest', '/test-results'], answer: (data) => data });
}

/** Registers the upload routes of tRPC, whose own body parser takes several times the body's size. */
export async function registerIngestTrpc(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  const paths = ['/ingest.upload', '/ingest.uploadTestResults'];
  takeUploads(app, deps, { paths, answer: (data) => ({ result: { data } }) });
}

// Parsing a smaller body takes a few milliseconds.
const LARGE_BODY_BYTES = 1024 * 1024;

/**
 * Handles uploads of every surface. The compressed body is held until there is capacity to decompress it, then parsed
 * in chunks. The hash is over the decompressed bytes, so an idempotency key works over both surfaces.
 */
function takeUploads(
  app: FastifyInstance,
  deps: Deps,
  { paths, answer }: { paths: string[]; answer: (data: IngestAnswer) => unknown },
): void {
  // Also removes Fastify's own parser for text/plain, because uploads are JSON.
  app.removeAllContentTypeParsers();
  // The handler reads the body.
  app.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  for (const path of paths) {
    app.post(
      path,
      { decompress: false, config: { takesUploads: true } },
      async (request, reply) => {
        const { bytes, pass } = await admitBody(deps, {
          request,
          reply,
          maxBytes: INGEST_LIMITS.bodyBytes,
          hint: 'Send the results in several requests with the same execution key.',
        });
        try {
          const scope = createRequestScope(deps, request);
          const read = () => readUpload(bytes);
          const isLarge = bytes.length > LARGE_BODY_BYTES;
          const upload = isLarge
            ? await runBlocking(deps.limiters.parsing, scope.organizationId, read)
            : read();
          refuseOtherCiRun(request, upload.body);
          upload.body.idempotencyKey = parseIdempotencyKey(request) ?? upload.body.idempotencyKey;
          return answer(await ingest(deps, scope, upload));
        } finally {
          pass.release();
        }
      },
    );
  }
}
