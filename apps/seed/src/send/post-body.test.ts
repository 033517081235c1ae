import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { expect, it, onTestFinished } from 'vitest';
import { postBody } from './post-body.ts';

const BODY: IngestBody = {
  version: 1,
  idempotencyKey: 'one',
  execution: {
    framework: 'vitest',
    reporter: { name: 'seed', version: '1' },
    status: 'passed',
    startedAt: '2026-11-20T10:00:00Z',
    durationMs: 1,
  },
  results: [],
};

const ACCEPTED = JSON.stringify({
  success: true,
  data: {
    executionId: '0199f0a1-7b8c-7d00-8e00-5a5a5a5a5a5a',
    number: 1,
    url: 'http://svc.test/executions/1',
    status: 'passed',
    accepted: { results: 0, duplicates: 0 },
    uploads: [],
    refusedUploads: [],
    ignoredFields: 0,
  },
});

const refusal = (code: string, message: string) =>
  JSON.stringify({ success: false, error: { code, message } });

type Reply = { status: number; text: string; retryAfter?: string };

/** Gives these answers one after the other. */
async function makeServer(...replies: Reply[]): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    const reply = replies[requests.length - 1] ?? { status: 500, text: 'no more answers' };
    request.resume().on('end', () => {
      if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
      response.writeHead(reply.status).end(reply.text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

it('waits as long as a full rate limit says, and goes on', async () => {
  const full = { status: 429, text: refusal('RATE_LIMITED', 'Full.'), retryAfter: '1' };
  const { url, requests } = await makeServer(full, { status: 200, text: ACCEPTED });
  const waits: number[] = [];
  const startedAt = performance.now();
  const onWait = (seconds: number) => waits.push(seconds);
  const answer = await postBody(BODY, { url, apiKey: 'svc_key', onWait });
  expect(answer.number).toBe(1);
  expect(waits).toEqual([1]);
  expect(performance.now() - startedAt).toBeGreaterThan(990);
  expect(requests).toEqual(Array(2).fill('POST /api/ingest Bearer svc_key'));
});

it('tries again when the server is in trouble', async () => {
  const broken = { status: 503, text: refusal('SERVICE_UNAVAILABLE', 'Starting.') };
  const { url, requests } = await makeServer(broken, { status: 200, text: ACCEPTED });
  await postBody(BODY, { url, apiKey: 'svc_key' });
  expect(requests).toHaveLength(2);
});

it.each([
  {
    status: 401,
    text: refusal('UNAUTHORIZED', 'Unknown key.'),
    message: 'The server refuses this API key: Unknown key. Set another key in SVC_API_KEY.',
  },
  {
    status: 409,
    text: refusal('CONFLICT', 'Used with another body.'),
    message: 'The server answered 409: Used with another body.',
  },
  { status: 200, text: '<html>', message: /is not an svc server/ },
])('says at once what is wrong: $message', async ({ message, ...reply }) => {
  const { url, requests } = await makeServer(reply);
  await expect(postBody(BODY, { url, apiKey: 'svc_key' })).rejects.toThrow(message);
  expect(requests).toHaveLength(1);
});
