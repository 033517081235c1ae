import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attackBodies } from './attack-bodies.ts';
import { makeUpload } from '../make.ts';
import { memoryOf, resetPeakMemory } from './process-memory.ts';
import { startServer, type TestServer } from '../server.ts';
import { clockEnv } from '../clock.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: clockEnv('--max-old-space-size=512') });
});
afterAll(() => server.stop());

const SURFACES = ['/api/ingest', '/trpc/ingest.upload'];

function send(path: string, body: RequestInit['body'], headers: Record<string, string> = {}) {
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });
}

const gzipped = { 'content-encoding': 'gzip' };

describe.each<[string, () => Buffer, number, RegExp]>([
  ['5,000,000 empty results', attackBodies.emptyResults, 413, /more than 100000 results/],
  [
    '4.9 million empty attempts',
    attackBodies.emptyAttempts,
    413,
    /more than 5000000 lists and values/,
  ],
  ['100,000 empty results', () => attackBodies.emptyResults(100_000), 400, /results\.0\.titlePath/],
  ['120,000 issues in one result', attackBodies.manyComplaints, 400, /results\.0\.titlePath: /],
  ['100,000 empty files', attackBodies.emptyFiles, 400, /files\.0\.file/],
  ['499,000 empty errors of the run', attackBodies.emptyRunErrors, 400, /execution|Too many/],
])('an upload of %s', (_, make, status, message) => {
  it.each(SURFACES)('is refused by %s with less than 300 MB of additional memory', async (path) => {
    const body = make();
    const before = await memoryOf(server.child.pid);
    await resetPeakMemory(server.child.pid);
    const answer = await send(path, body, gzipped);
    const text = await answer.text();
    expect({ status: answer.status, text }).toEqual({
      status,
      text: expect.stringMatching(message) as string,
    });
    expect(text).not.toContain('call stack');
    const { peak } = await memoryOf(server.child.pid);
    expect(peak - before.now).toBeLessThan(300);
  });
});

it('answers an idempotency key with the first answer over both surfaces', async () => {
  const body = JSON.stringify(makeUpload());
  const answers = await Promise.all(
    SURFACES.map(async (path) => {
      const answer = await send(path, body, { 'idempotency-key': 'both' });
      const { data, result } = (await answer.json()) as {
        data?: object;
        result?: { data: object };
      };
      return data ?? result?.data;
    }),
  );
  expect(answers[0]).toMatchObject({ accepted: { results: 1 } });
  expect(answers[1]).toEqual(answers[0]);
});

it('accepts as many of 40 uploads of 60 MB at once as fit, and asks the others to try again', async () => {
  const body = attackBodies.sameOutput();
  await resetPeakMemory(server.child.pid);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const answer = await send('/api/ingest', body, gzipped);
      await answer.text();
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
    }),
  );
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length + refused.length).toBe(40);
  expect((await memoryOf(server.child.pid)).peak).toBeLessThan(900);
}, 60_000);
