import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { buildApiKey } from '@svc/contract/zod-free/api-key-text';
import { CI_RUN_HEADER } from '@svc/contract/zod-free/ci-run';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { type PutBehaviour, SinkArtifacts } from './sink-artifacts.ts';

/** A valid key that no server knows. */
export const API_KEY = buildApiKey('0123456789abcdefghijABCDEFGHIJ');

/** One received upload. */
export interface Upload {
  path: string;
  authorization: string | undefined;
  idempotencyKey: string;
  /** The header `Svc-Run`. */
  ciRun: string | undefined;
  body: IngestBody;
  /** The addresses in the answer, for artifacts that are not stored yet. */
  addresses: object[];
}

/** The server's reaction to a request. The default accepts it. */
export type Behaviour = (response: ServerResponse, upload: Upload) => void;

export interface SinkServer extends AsyncDisposable {
  url: string;
  uploads: Upload[];
  /** Used in turn. The last one stays. */
  behave(...behaviours: Behaviour[]): void;
  /** The received artifacts, and the maximum number of concurrent ones. */
  artifacts: Pick<SinkArtifacts, 'received' | 'mostAtOnce' | 'addressBase'>;
  /** The same for artifacts. */
  behavePut(...behaviours: PutBehaviour[]): void;
}

/**
 * A server on the loopback address. Records uploads, and fails as configured with `behave`.
 * @param port default: a free one.
 */
export async function startSink(port = 0): Promise<SinkServer> {
  const uploads: Upload[] = [];
  const artifacts = new SinkArtifacts();
  let queue: Behaviour[] = [accept];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/healthz') return void response.end('ok');
    if (request.method === 'PUT') return artifacts.take(request, response);
    const received = await receive(request);
    const upload = { ...received, addresses: artifacts.uploadsFor(received.body) };
    uploads.push(upload);
    const behaviour = queue.length > 1 ? queue.shift() : queue[0];
    (behaviour ?? accept)(response, upload);
  };
  const server = createServer((request, response) => {
    // Some tests close the connection in the middle of a request.
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    uploads,
    behave: (...behaviours) => {
      queue = behaviours;
    },
    artifacts,
    behavePut: (...behaviours) => artifacts.behave(behaviours),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** An address without a server. */
export async function findUnusedAddress(): Promise<string> {
  await using sink = await startSink();
  return sink.url;
}

export const EXECUTION_ID = '0199f0a1-7b8c-7d00-8e00-000000000812';

/** Answers like the contract's ingest endpoint. */
export const accept: Behaviour = answerWith({});

/** The same with additional headers. */
export function answerWith(headers: Record<string, string>): Behaviour {
  return (response, upload) => acceptWith(response, upload, { headers });
}

/** Accepts the upload with any value in the field `warnings`. */
export function acceptWithWarnings(warnings: unknown): Behaviour {
  return (response, upload) => acceptWith(response, upload, { facts: { warnings } });
}

function acceptWith(
  response: ServerResponse,
  { body, addresses }: Upload,
  { headers = {}, facts = {} }: { headers?: Record<string, string>; facts?: object },
): void {
  const answer = {
    executionId: EXECUTION_ID,
    number: 812,
    url: `http://svc.test/executions/${EXECUTION_ID}`,
    status: body.execution.status,
    accepted: { results: body.results.length, duplicates: 0 },
    uploads: addresses,
    refusedUploads: [],
    ignoredFields: 0,
    ...facts,
  };
  answerJson(response, 200, { success: true, data: answer }, headers);
}

/** An error in the contract's format. */
export function fail(
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Behaviour {
  return (response) => {
    const error = { code, message: `the server says ${code}` };
    answerJson(response, status, { success: false, error }, headers);
  };
}

export const garbage: Behaviour = (response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<html>Welcome to the guest network');
};

export const hangUp: Behaviour = (response) => {
  response.destroy();
};

export function slowly(milliseconds: number): Behaviour {
  return (response, upload) => {
    setTimeout(() => accept(response, upload), milliseconds).unref();
  };
}

function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function receive(request: IncomingMessage): Promise<Omit<Upload, 'addresses'>> {
  const json = await text(request.pipe(createGunzip()));
  const body: IngestBody = JSON.parse(json);
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    ciRun: headerOf(request, CI_RUN_HEADER),
    idempotencyKey: String(request.headers['idempotency-key']),
    body,
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join() : value;
}
