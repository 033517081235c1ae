import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pass } from '../../limiters/fair-limiter.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { requirePrincipal } from '../request-scope.ts';
import { createConnectionSignal } from '../connections/leaving.ts';
import {
  readDeclaredBytes,
  decompressBody,
  buildTooLargeBodyError,
  chooseUnpacker,
  type BodyLimit,
} from './decompress.ts';
import { receiveBody } from './receive-body.ts';

export interface AdmittedBody {
  bytes: Buffer;
  /** Released when the bytes are no longer needed. */
  pass: Pass;
}

/**
 * Returns the decompressed body of a request, once the server has capacity for it. `hint` is the advice on how to send
 * less if the body is larger than `maxBytes`.
 * @throws SvcError SERVICE_UNAVAILABLE with Retry-After when it has none, and the errors of receiving and
 * decompressing.
 */
export async function admitBody(
  { limiters }: Deps,
  { request, reply, ...limit }: { request: FastifyRequest; reply: FastifyReply } & BodyLimit,
): Promise<AdmittedBody> {
  const { organizationId } = requirePrincipal(request);
  const encoding = request.headers['content-encoding'];
  chooseUnpacker(encoding);
  const signal = createConnectionSignal(reply);
  const kept = await limiters.receiving.enter(organizationId, { weight: 0 });
  try {
    const sent = await receiveBody(request.raw, {
      contentLength: parseContentLength(request),
      note: kept.grow,
      limit,
    });
    if (sent.length === 0) throw buildEmptyBodyError();
    const declared = readDeclaredBytes(encoding, sent, limit);
    for (const weight of new Set([declared, limit.maxBytes])) {
      const pass = await limiters.uploads.enter(organizationId, { weight, signal });
      const bytes = await unpackWithin({
        encoding,
        sent,
        pass,
        weight,
        isDeclared: weight < limit.maxBytes,
      });
      if (bytes !== null) return { bytes, pass };
    }
    throw buildTooLargeBodyError(limit);
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
  isDeclared,
}: {
  encoding: string | undefined;
  sent: Buffer;
  pass: Pass;
  weight: number;
  isDeclared: boolean;
}): Promise<Buffer | null> {
  let bytes: Buffer | null = null;
  try {
    bytes = await decompressBody(encoding, sent, { maxBytes: weight, isDeclared });
    return bytes;
  } finally {
    pass.shrinkTo(bytes?.length ?? 0);
  }
}

/** The declared length of the body in bytes; null if none was declared. */
export function parseContentLength({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function buildEmptyBodyError(): SvcError {
  return new SvcError('BAD_REQUEST', 'The body is empty.', {
    hint: 'Send JSON; /api/docs describes it.',
  });
}
