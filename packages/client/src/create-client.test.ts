import type { RequestListener } from 'node:http';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import {
  findUnusedAddress,
  answering,
  startAnsweringServer,
  trpcError,
  type AnsweringServer,
} from '../test/answering-server.ts';
import type { SvcClientOptions } from './client-options.ts';
import { createSvcClient } from './create-client.ts';
import { SvcClientError } from './client-error.ts';
import type { RequestTrace } from './request-trace.ts';

const started: AnsweringServer[] = [];
afterEach(() => {
  for (const { close } of started.splice(0)) close();
});

async function makeClient(listener: RequestListener, options: Partial<SvcClientOptions> = {}) {
  const server = await startAnsweringServer(listener);
  started.push(server);
  const waits: number[] = [];
  const sleep = (ms: number) => Promise.resolve(void waits.push(ms));
  const { url } = server;
  return { client: createSvcClient({ url, sleep, random: () => 0.5, ...options }), url, waits };
}

const EMPTY_PAGE = { result: { data: { items: [], nextCursor: null } } };

async function failure(call: Promise<unknown>): Promise<SvcClientError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof SvcClientError) return error;
  throw new Error('expected an SvcClientError', { cause: error });
}

it('sends the key and the input, and returns the bare data', async () => {
  const seen: unknown[] = [];
  const { client } = await makeClient(
    (request, response) => {
      seen.push(request.headers.authorization, request.headers['user-agent'], request.url);
      answering(200, EMPTY_PAGE)(request, response);
    },
    { apiKey: 'svc_key', userAgent: 'svc/0.1.0' },
  );
  expect(await client.executions.list.query({ branch: 'main' })).toEqual({
    items: [],
    nextCursor: null,
  });
  const input = encodeURIComponent(JSON.stringify({ branch: 'main' }));
  expect(seen).toEqual(['Bearer svc_key', 'svc/0.1.0', `/trpc/executions.list?input=${input}`]);
});

it.each<[string, number, unknown, Partial<SvcClientError>]>([
  [
    'tRPC error',
    401,
    trpcError('UNAUTHORIZED', 'The API key is revoked.'),
    { code: 'UNAUTHORIZED', message: 'The API key is revoked.' },
  ],
  [
    'invalid input',
    400,
    trpcError('BAD_REQUEST', 'Invalid input.', [{ path: 'limit', message: 'Too big' }]),
    { code: 'BAD_REQUEST', details: [{ path: 'limit', message: 'Too big' }] },
  ],
  [
    'REST error',
    404,
    { success: false, error: { code: 'NOT_FOUND', message: 'No such route.' } },
    { code: 'NOT_FOUND', message: 'No such route.' },
  ],
  ['bare 500', 500, '<h1>Oops</h1>', { code: 'INTERNAL_SERVER_ERROR' }],
  ["proxy's 502", 502, '<h1>Bad gateway</h1>', { code: 'SERVICE_UNAVAILABLE' }],
  [
    "proxy's 413",
    413,
    '<html>413 Request Entity Too Large</html>',
    {
      code: 'PROXY_LIMIT',
      message: 'A proxy in front of the server refused a request of 0 kB as too large (413).',
    },
  ],
  ["gateway's 413 in JSON", 413, { message: 'Request Too Long' }, { code: 'PROXY_LIMIT' }],
  [
    "server's own 413",
    413,
    trpcError('PAYLOAD_TOO_LARGE', 'Too large.'),
    { message: 'Too large.' },
  ],
  ['web page', 200, '<!doctype html>', { code: 'NOT_SVC' }],
  ["other service's JSON", 200, { hello: 'world' }, { code: 'NOT_SVC' }],
  ["other service's 404", 404, 'Not found', { code: 'NOT_SVC' }],
  ['empty answer', 200, '', { code: 'NOT_SVC' }],
])('turns a %s into an SvcClientError', async (_, status, body, expected) => {
  const { client } = await makeClient(answering(status, body, { 'x-request-id': 'req-7' }));
  const error = await failure(client.executions.list.query({}));
  expect(error).toMatchObject({
    name: 'SvcClientError',
    httpStatus: status,
    requestId: 'req-7',
    ...expected,
  });
});

it.each([301, 302, 303, 307, 308])(
  'follows no redirect (%i), and names its address',
  async (status) => {
    let answered = 0;
    const other = await startAnsweringServer((request, response) => {
      answered++;
      answering(200, EMPTY_PAGE)(request, response);
    });
    onTestFinished(() => other.close());
    const { client } = await makeClient(answering(status, '', { location: `${other.url}/trpc/x` }));
    const expected = {
      code: 'NOT_SVC',
      message: `The server redirects to '${other.url}/trpc/x' (${status}).`,
    };
    expect(await failure(client.executions.list.query({}))).toMatchObject(expected);
    expect(await failure(client.projects.delete.mutate({ name: 'x' }))).toMatchObject(expected);
    expect(answered).toBe(0);
  },
);

it('waits as long as the server says and a little longer, then asks again', async () => {
  let asked = 0;
  const traces: RequestTrace[] = [];
  const { client, waits } = await makeClient(
    (request, response) => {
      asked++;
      const refused = trpcError('RATE_LIMITED', 'Slow down.');
      if (asked === 1) return answering(429, refused, { 'retry-after': '8' })(request, response);
      if (asked === 2) return answering(503, 'restarting')(request, response);
      return answering(200, EMPTY_PAGE, {
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '42',
        'x-ratelimit-reset': '17',
      })(request, response);
    },
    { onRequest: (trace) => traces.push(trace) },
  );
  await client.executions.list.query({});
  expect(waits).toEqual([9_000, 1_125]);
  expect(traces).toMatchObject([
    { method: 'GET', path: '/trpc/executions.list', status: 429, attempt: 1, rateLimit: undefined },
    { status: 503, attempt: 2 },
    { status: 200, attempt: 3, rateLimit: { limit: 100, remaining: 42, resetSeconds: 17 } },
  ]);
});

it('does not wait when Retry-After exceeds the retry budget', async () => {
  const refused = trpcError('RATE_LIMITED', 'Slow down.');
  const { client, waits } = await makeClient(answering(429, refused, { 'retry-after': '37' }));
  const error = await failure(client.executions.list.query({}));
  expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 37 });
  expect(waits).toEqual([]);
});

it('ends waiting when the budget is used up', async () => {
  const { client, waits } = await makeClient(answering(503, 'down'), { retryBudgetMs: 4_000 });
  expect(await failure(client.executions.list.query({}))).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(waits).toEqual([563, 1_125, 2_250]);
});

it('does not repeat a request that fails with 500', async () => {
  let asked = 0;
  const { client } = await makeClient((request, response) => {
    asked++;
    answering(500, 'no')(request, response);
  });
  await failure(client.executions.list.query({}));
  expect(asked).toBe(1);
});

it('gives up on a server that does not answer in time', async () => {
  const { client, url } = await makeClient(() => undefined, { timeoutMs: 50 });
  expect(await failure(client.executions.list.query({}))).toMatchObject({
    code: 'UNREACHABLE',
    message: `${url} did not answer within 0.05 s.`,
  });
});

it('names the address and the reason when no server listens', async () => {
  const url = await findUnusedAddress();
  const client = createSvcClient({ url });
  const error = await failure(client.executions.list.query({}));
  expect(error.code).toBe('UNREACHABLE');
  expect(error.message).toBe(`${url} cannot be reached (connection refused).`);
  const blocked = await failure(
    createSvcClient({ url: 'http://localhost:1' }).executions.list.query({}),
  );
  expect(blocked.message).toBe(
    'http://localhost:1 cannot be reached (fetch never connects to port 1).',
  );
});

it("aborts on the caller's signal, also during a wait", async () => {
  const hung = await makeClient(() => undefined);
  const aborting = AbortSignal.timeout(50);
  const call = hung.client.executions.list.query({}, { signal: aborting });
  expect(await failure(call)).toMatchObject({ code: 'ABORTED' });

  // The client would wait for longer than this test may take without the signal.
  const refused = answering(429, trpcError('RATE_LIMITED', 'Slow down.'), { 'retry-after': '300' });
  const server = await makeClient(refused, { sleep: undefined, retryBudgetMs: 600_000 });
  const signal = AbortSignal.timeout(100);
  const waiting = server.client.executions.list.query({}, { signal });
  expect(await failure(waiting)).toMatchObject({ code: 'ABORTED' });
});
