import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import { TEXT_LIMITS } from '@svc/contract/zod-free/text';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attackBodies } from './attack-bodies.ts';
import { memoryOf, resetPeakMemory } from './process-memory.ts';
import { startServer, type TestServer } from '../server.ts';
import { clockEnv } from '../clock.ts';

const SHARDS = 2;
const RESULTS = 150;

// The execution takes less than a megabyte in the database, and 80 MB in an answer.
let server: TestServer;
let executionId: string;
beforeAll(async () => {
  server = await startServer({ env: clockEnv('--max-old-space-size=512') });
  for (let index = 1; index <= SHARDS; index++) {
    const shard = { index, total: SHARDS };
    const answer = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: {
        ...authorization(),
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: attackBodies.sameOutput({ key: 'loud', status: 'failed', shard }, RESULTS),
    });
    const { data } = (await answer.json()) as { data: { executionId: string } };
    executionId = data.executionId;
  }
});
afterAll(() => server.stop());

const authorization = () => ({ authorization: `Bearer ${server.apiKey}` });

/** The size of the answer, which is read without storing it. Repeats the request when the server is busy. */
async function sizeOf(path: string): Promise<number> {
  for (;;) {
    const answer = await fetch(server.url + path, {
      headers: { ...authorization(), 'accept-encoding': 'identity' },
    });
    if (answer.status === 503) {
      await answer.text();
      await sleep(Number(answer.headers.get('retry-after')) * 1_000);
      continue;
    }
    let bytes = 0;
    for await (const piece of answer.body ?? []) bytes += (piece as Uint8Array).length;
    return bytes;
  }
}

it('answers six simultaneous reads of an execution of 80 MB in bounded memory', async () => {
  await resetPeakMemory(server.child.pid);
  const path = `/api/executions/${executionId}`;
  const sizes = await Promise.all(
    [path, `${path}?status=failed`, path, path, `${path}?status=failed`, path].map(sizeOf),
  );
  const least = SHARDS * RESULTS * TEXT_LIMITS.outputBytes;
  expect(sizes.every((size) => size === sizes[0])).toBe(true);
  expect(sizes[0]).toBeGreaterThan(least);
  expect((await memoryOf(server.child.pid)).peak).toBeLessThan(700);
}, 120_000);

async function overTrpc<Data>(procedure: string, input: object): Promise<Data> {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await fetch(`${server.url}/trpc/executions.${procedure}?input=${query}`, {
    headers: authorization(),
  });
  return ((await answer.json()) as { result: { data: Data } }).result.data;
}

it('pages it over tRPC', async () => {
  await resetPeakMemory(server.child.pid);
  const first = await overTrpc<ExecutionDetail>('get', { id: executionId });
  const seen = new Set(first.results.map(({ id }) => id));
  let cursor = first.next?.results ?? null;
  while (cursor !== null) {
    const page: Page<Result> = await overTrpc('results', { id: executionId, cursor });
    expect(page.items.length).toBeGreaterThan(0);
    expect(page.items.length).toBeLessThan(20);
    for (const { id, attempts } of page.items) {
      seen.add(id);
      expect(attempts[0]?.stdout).toHaveLength(TEXT_LIMITS.outputBytes);
    }
    cursor = page.nextCursor;
  }
  expect(seen.size).toBe(SHARDS * RESULTS);
  expect((await memoryOf(server.child.pid)).peak).toBeLessThan(700);
}, 120_000);
