/// <reference types="@fastify/compress" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkSignedRequest } from '../signed-address.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { parseContentLength } from '../../http/bodies/admit-body.ts';
import { buildErrorBody } from '../../http/bodies/envelope.ts';
import { CONTINUES_ITSELF } from '../../http/connections/expect-continue.ts';
import { createSignedScope } from '../../http/request-scope.ts';
import { parseByteRange } from './byte-range.ts';
import { buildContentDisposition, addFileType } from './content-disposition.ts';
import { expectArtifact, receiveArtifact } from './receive-artifact.ts';
import { openArtifact } from './serve-artifact.ts';
import { chooseSafeContentType } from './served-as.ts';

type ArtifactRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: Record<string, unknown>;
}>;

/**
 * Uploads and downloads of artifact contents. The signature of the address is the only permission required: no key,
 * and no rate limit.
 */
export async function registerArtifactsRest(
  app: FastifyInstance,
  { deps }: { deps: Deps },
): Promise<void> {
  // Reads the body unchanged, regardless of its Content-Type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const requirePermission = (request: ArtifactRequest) => {
    const { method, params, query } = request;
    const asked = { method: method === 'HEAD' ? 'GET' : method, artifactId: params.id, query };
    const { organizationId, ...permission } = checkSignedRequest(
      deps.config,
      asked,
      deps.clock.now(),
    );
    return { ...permission, scope: createSignedScope(deps, request, organizationId) };
  };

  app.put<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/:id',
    { decompress: false, config: CONTINUES_ITSELF },
    async (request, reply) => {
      try {
        const { artifactId, scope } = requirePermission(request);
        const lengthBytes = parseContentLength(request);
        const artifact = await expectArtifact(deps, scope, { artifactId, lengthBytes });
        if (artifact !== null) {
          if (request.headers.expect !== undefined) reply.raw.writeContinue();
          await receiveArtifact(deps, scope, { artifactId, artifact, body: request.raw });
        }
        return { success: true, data: { artifactId, state: 'stored' } };
      } finally {
        // A client reads the answer only after it has sent its whole body.
        request.raw.resume();
      }
    },
  );

  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/:id',
    // Ranges refer to the uncompressed bytes, and most of these files are compressed already.
    compress: false,
    handler: async (request, reply) => {
      const { artifactId, expiresAt, scope } = requirePermission(request);
      const artifact = await openArtifact(deps, scope, artifactId);
      const leftMs = expiresAt.getTime() - deps.clock.now().getTime();
      return serveContent(request, reply, { artifact, leftMs });
    },
  });
}

/** Answers with the content or the requested range of it, or that the client has it already. */
async function serveContent(
  request: ArtifactRequest,
  reply: FastifyReply,
  { artifact, leftMs }: { artifact: Awaited<ReturnType<typeof openArtifact>>; leftMs: number },
): Promise<FastifyReply> {
  const { sizeBytes: size } = artifact;
  const etag = `"${artifact.sha256}"`;
  const ifRange = request.headers['if-range'];
  const isSameFile = ifRange === undefined || ifRange === etag;
  const range = parseByteRange(isSameFile ? request.headers.range : undefined, size);
  if (range === 'none') return answerOutside(reply, size);
  const isKnown = request.headers['if-none-match'] === etag;
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const content = isKnown || size === 0 ? null : await artifact.read({ start, end });
  // Opened so that a lost file is reported; not read.
  const isHead = request.method === 'HEAD';
  if (isHead) content?.destroy();

  reply.headers({
    ...buildContentHeaders(artifact),
    'Cache-Control': `private, max-age=${Math.floor(leftMs / 1000)}`,
    ETag: etag,
  });
  if (isKnown) return reply.code(304).send();
  if (range !== null) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`);
  reply.header('Content-Length', end - start + 1);
  return reply.send(isHead || content === null ? '' : content);
}

function buildContentHeaders({ name, contentType }: { name: string; contentType: string }) {
  const served = chooseSafeContentType(contentType);
  return {
    'Content-Type': served.contentType,
    'Content-Disposition': buildContentDisposition(
      served.disposition,
      addFileType(name, contentType),
    ),
    'Content-Security-Policy': SANDBOX,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Accept-Ranges': 'bytes',
  };
}

// For any type that a browser detects, the file runs no script, sends no request and has no access to a session.
const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; " +
  "frame-ancestors 'self'";

function answerOutside(reply: FastifyReply, size: number): FastifyReply {
  const error = new SvcError(
    'BAD_REQUEST',
    `The artifact has ${size} bytes: the range is outside.`,
  );
  reply.code(416).header('Content-Range', `bytes */${size}`);
  return reply.type('application/json; charset=utf-8').send(buildErrorBody(error));
}
