import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkSignedRequest } from '../../artifacts/signed-address.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { errorBodyOf } from '../../http/envelope.ts';
import { requestDeps } from '../../http/request-deps.ts';
import { byteRange } from './byte-range.ts';
import { contentDisposition } from './content-disposition.ts';
import { expectArtifact, receiveArtifact } from './receive-artifact.ts';
import { openArtifact } from './serve-artifact.ts';
import { servedAs } from './served-as.ts';

type ArtifactRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: Record<string, unknown>;
}>;

/**
 * The contents of artifacts, in and out, at addresses whose signature is all the permission that is
 * needed: no key, and no rate limit.
 */
export async function artifactsRest(
  app: FastifyInstance,
  { deps: server }: { deps: Deps },
): Promise<void> {
  // The body is read as it comes, whatever it says it is.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const permitted = (request: ArtifactRequest) => {
    const { method, params, query } = request;
    const asked = { method: method === 'HEAD' ? 'GET' : method, artifactId: params.id, query };
    const place = checkSignedRequest(server.config, asked, server.clock.now());
    return { place, deps: requestDeps(server, request, place) };
  };

  app.put<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/:id',
    { decompress: false, config: { continuesItself: true } },
    async (request, reply) => {
      try {
        const { place, deps } = permitted(request);
        const artifact = await expectArtifact(deps, place, lengthOf(request));
        if (artifact !== null) {
          if (request.headers.expect !== undefined) reply.raw.writeContinue();
          await receiveArtifact(deps, place, { artifact, body: request.raw });
        }
        return { success: true, data: { artifactId: place.artifactId, state: 'stored' } };
      } finally {
        // A client that is still sending reads its answer when it is done.
        request.raw.resume();
      }
    },
  );

  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/:id',
    // Ranges are of the bytes as they are, and most of these files are compressed already.
    compress: false,
    handler: async (request, reply) => {
      const { place, deps } = permitted(request);
      const artifact = await openArtifact(deps, place);
      const { sizeBytes: size } = artifact;
      const etag = `"${artifact.sha256}"`;
      const ifRange = request.headers['if-range'];
      const isSameFile = ifRange === undefined || ifRange === etag;
      const range = byteRange(isSameFile ? request.headers.range : undefined, size);
      if (range === 'none') return answerOutside(reply, size);
      const isKnown = request.headers['if-none-match'] === etag;
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const content = isKnown || size === 0 ? null : await artifact.read({ start, end });
      // Opened, so that a lost file is told, and not read.
      const isHead = request.method === 'HEAD';
      if (isHead) content?.destroy();

      const { contentType, disposition } = servedAs(artifact.contentType);
      const leftMs = place.expiresAt.getTime() - deps.clock.now().getTime();
      reply.headers({
        'Content-Type': contentType,
        'Content-Disposition': contentDisposition(disposition, artifact.name),
        'Content-Security-Policy': SANDBOX,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': `private, max-age=${Math.floor(leftMs / 1000)}`,
        'Accept-Ranges': 'bytes',
        ETag: etag,
      });
      if (isKnown) return reply.code(304).send();
      if (range !== null) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`);
      reply.header('Content-Length', end - start + 1);
      return reply.send(isHead || content === null ? '' : content);
    },
  });
}

// Whatever a browser makes of the file, it runs nothing, sends nothing and knows no session of ours.
const SANDBOX =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; " +
  "frame-ancestors 'self'";

function lengthOf(request: FastifyRequest): number | null {
  const header = request.headers['content-length'];
  return header === undefined ? null : Number(header);
}

function answerOutside(reply: FastifyReply, size: number): FastifyReply {
  const error = new SvcError(
    'BAD_REQUEST',
    `The artifact has ${size} bytes: the range is outside.`,
  );
  reply.code(416).header('Content-Range', `bytes */${size}`);
  return reply.type('application/json; charset=utf-8').send(errorBodyOf(error));
}
