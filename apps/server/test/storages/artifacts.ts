import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { request, type IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Artifact } from '@svc/contract/executions/executions';
import type { IngestAnswer, IngestArtifact, IngestBody } from '@svc/contract/executions/ingest';
import type { TestApp } from '../app.ts';
import { makeResult, makeUpload, readExecution } from '../make.ts';

export function sha256Of(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** An artifact declaration of this content. */
export function makeArtifact(
  clientId: string,
  content: string | Buffer,
  facts: Partial<IngestArtifact> = {},
): IngestArtifact {
  return {
    clientId,
    name: `${clientId}.txt`,
    kind: 'log',
    contentType: 'text/plain',
    sizeBytes: Buffer.byteLength(content),
    sha256: sha256Of(content),
    ...facts,
  };
}

/** An upload of one result with these artifacts. */
export function makeUploadWith(
  artifacts: IngestArtifact[],
  facts: Parameters<typeof makeUpload>[0] = {},
): IngestBody {
  return makeUpload({ results: [makeResult({ artifacts })], ...facts });
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request over a real connection, to a server whose base URL has another name. */
export async function send(
  base: string,
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: {
    method?: string;
    headers?: Record<string, string | number>;
    body?: string | Buffer | Readable;
  },
): Promise<HttpAnswer> {
  const { pathname, search } = new URL(url);
  const outgoing = request(`${base}${pathname}${search}`, { method, headers, agent: false });
  const answered = new Promise<HttpAnswer>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      text(response).then(
        (content) =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text: content }),
        reject,
      );
    });
  });
  if (typeof body === 'object' && 'pipe' in body) body.pipe(outgoing);
  else outgoing.end(body);
  return answered;
}

/** Uploads the content to the address in the answer. */
export function put(
  base: string,
  { url, method, headers }: Pick<IngestAnswer['uploads'][number], 'url' | 'method' | 'headers'>,
  content: string | Buffer,
): Promise<HttpAnswer> {
  const length = { 'Content-Length': Buffer.byteLength(content) };
  return send(base, url, { method, headers: { ...headers, ...length }, body: content });
}

/** The execution's artifacts from REST. */
export async function readArtifacts(
  from: Pick<TestApp, 'app' | 'apiKey'>,
  execution: { executionId: string },
): Promise<Artifact[]> {
  return (await readExecution(from, execution)).artifacts;
}

/** The only item of a list. */
export function only<One>(items: readonly One[]): One {
  const [one] = items;
  if (one === undefined || items.length > 1) throw new Error(`one of ${items.length}`);
  return one;
}
