import type { Socket } from 'node:net';
import { HTTP_STATUS_OF_ERROR, type ErrorCode } from '@svc/contract/errors';
import { cutOwnPath } from '@svc/contract/zod-free/own-path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { toSvcError, SvcError } from '../../errors.ts';
import { buildErrorBody } from './envelope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a procedure's error, because tRPC and its generated routes answer without our headers. */
    retryAfterSeconds: number | null;
  }
}

/** Answers every error of a route, a hook or Fastify itself in the contract's shape. */
export function answerErrors(app: FastifyInstance, { baseUrl }: Pick<Config, 'baseUrl'>): void {
  app.decorateRequest('retryAfterSeconds', null);
  app.addHook('onSend', async (request, reply) => {
    if (request.retryAfterSeconds !== null) reply.header('Retry-After', request.retryAfterSeconds);
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    answer(request, reply, toClientError(error, request));
  });
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, buildNotFoundError(request, baseUrl)),
  );
  app.addHook('onRequest', async (request) => {
    // Before the body is read, which nothing decompresses here: its error would hide this one.
    if (request.is404 && request.method !== 'GET') throw buildNotFoundError(request, baseUrl);
  });
}

function buildNotFoundError({ method, url }: FastifyRequest, baseUrl: string): SvcError {
  const [path = ''] = url.split('?');
  const above = cutOwnPath(path);
  // Such as /typo/api/ingest, from a client whose SVC_URL ends in /typo.
  const isBelow = above !== '' && above !== path;
  const address = isBelow ? `: the address of this server is ${baseUrl}` : '';
  return new SvcError('NOT_FOUND', `There is nothing at ${method} ${path}${address}.`);
}

/** Answers errors that occur before a route is found, such as a path with a broken escape. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  answer(request, reply, toClientError(error, request));
}

/** Answers bytes that are not an HTTP request, or headers that never end. A socket exists, but no request yet. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify(
    buildErrorBody(new SvcError('BAD_REQUEST', `This is not an HTTP request: ${error.message}.`)),
  );
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Converts an error, possibly one of Fastify's, to what the client may see. */
export function toClientError(error: FastifyError, request: FastifyRequest): SvcError {
  const status = error.statusCode;
  if (error instanceof SvcError || status === undefined || status >= 500) return toSvcError(error);
  const code = toErrorCode(status);
  if (code === 'PAYLOAD_TOO_LARGE') {
    const mebibytes = request.routeOptions.bodyLimit / (1024 * 1024);
    return new SvcError(code, `The body is larger than ${mebibytes} MiB after decompression.`, {
      cause: error,
    });
  }
  if (code === 'UNSUPPORTED_MEDIA_TYPE') {
    const type = request.headers['content-type'] ?? 'none';
    return new SvcError(
      code,
      `The body's type is not supported: ${error.message} (Content-Type: ${type}).`,
      {
        hint: 'Send application/json, plain or with Content-Encoding gzip or zstd.',
        cause: error,
      },
    );
  }
  return new SvcError(code, error.message, { cause: error });
}

/** Sets status and headers of the error, and logs it if it is our fault. */
export function startErrorAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  error: SvcError,
): void {
  // A 503 needs no line besides the request's own: an unreachable database is logged once.
  if (error.httpStatus === 500) request.log.error({ err: error.cause ?? error }, error.message);
  reply.code(error.httpStatus);
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', error.retryAfterSeconds);
}

function answer(request: FastifyRequest, reply: FastifyReply, error: SvcError): void {
  startErrorAnswer(request, reply, error);
  reply.type('application/json; charset=utf-8').send(buildErrorBody(error));
}

function toErrorCode(status: number): ErrorCode {
  const entry = Object.entries(HTTP_STATUS_OF_ERROR).find(([, other]) => other === status);
  return (entry?.[0] ?? 'BAD_REQUEST') as ErrorCode;
}
