import { INGEST_LIMITS } from '@svc/contract/limits';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pass } from '../../admission/weighted-gate.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { refuseOtherCiRun } from '../../http/limits/ci-run.ts';
import {
  declaredBytes,
  decompressed,
  tooLargeBody,
  unpackerOf,
} from '../../http/bodies/decompress.ts';
import { principalOf } from '../../http/authentication/guard.ts';
import { requestScope } from '../../http/request-scope.ts';
import { idempotencyKeyOf } from '../../http/bodies/idempotency-key.ts';
import { receiveBody } from '../../http/bodies/receive-body.ts';
import { whileConnected } from '../../http/connections/leaving.ts';
import { readUpload } from './body/ingest-body.ts';
import { ingest } from './ingest.service.ts';

/** The two upload routes of REST. They replace the generated ones because they read the body as bytes. */
export async function ingestRest(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  takeUploads(app, deps, { paths: ['/ingest', '/test-results'], answer: (data) => data });
}

/** The same routes for tRPC, whose own body parser takes several times the body's size. */
export async function ingestTrpc(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
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
  // Also removes Fastify's own parser for text/plain, which is never an upload.
  app.removeAllContentTypeParsers();
  // The handler reads the body.
  app.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  for (const path of paths) {
    app.post(
      path,
      { decompress: false, config: { takesUploads: true } },
      async (request, reply) => {
        const { bytes, pass } = await admitBody(deps, request, reply);
        try {
          const read = () => readUpload(bytes);
          const isLarge = bytes.length > LARGE_BODY_BYTES;
          const upload = isLarge ? await deps.gates.reading.take(read) : read();
          refuseOtherCiRun(request, upload.body);
          upload.body.idempotencyKey = idempotencyKeyOf(request) ?? upload.body.idempotencyKey;
          return answer(await ingest(deps, requestScope(deps, request), upload));
        } finally {
          pass.release();
        }
      },
    );
  }
}

interface AdmittedBody {
  bytes: Buffer;
  /** Released when the bytes are no longer needed. */
  pass: Pass;
}

/**
 * Returns the decompressed body of a request, once the server has capacity for it.
 * @throws SvcError SERVICE_UNAVAILABLE with Retry-After when it has none, and the errors of receiving and
 * decompressing.
 */
async function admitBody(
  { gates }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AdmittedBody> {
  const { organizationId } = principalOf(request);
  const encoding = request.headers['content-encoding'];
  unpackerOf(encoding);
  const signal = whileConnected(reply);
  const kept = gates.receiving.account(organizationId);
  try {
    const sent = await receiveBody(request.raw, {
      contentLength: lengthOf(request),
      note: kept.add,
    });
    if (sent.length === 0) throw emptyBody();
    const declared = declaredBytes(encoding, sent);
    for (const weight of new Set([declared, INGEST_LIMITS.bodyBytes])) {
      const pass = await gates.uploads.enter({ organizationId, weight, signal });
      const bytes = await unpackWithin({ encoding, sent, pass, weight });
      if (bytes !== null) return { bytes, pass };
    }
    throw tooLargeBody();
  } finally {
    kept.release();
  }
}

/** Null when the body is larger than the weight. Releases the pass then, and when it throws. */
async function unpackWithin({
  encoding,
  sent,
  pass,
  weight,
}: {
  encoding: string | undefined;
  sent: Buffer;
  pass: Pass;
  weight: number;
}): Promise<Buffer | null> {
  let bytes: Buffer | null = null;
  try {
    bytes = await decompressed(encoding, sent, weight);
    return bytes;
  } finally {
    pass.shrinkTo(bytes?.length ?? 0);
  }
}

function lengthOf({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function emptyBody(): SvcError {
  return new SvcError('BAD_REQUEST', 'The body is empty.', {
    hint: 'Send the results as JSON; /api/docs describes them.',
  });
}
