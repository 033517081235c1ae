import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution } from '@svc/contract/executions/executions';
import type { Page } from '@svc/contract/pages';
import { expect, it, onTestFinished } from 'vitest';
import { dataOf, makeResult, makeUpload } from '../make.ts';
import { startServer, type TestServer } from '../server.ts';
import { makeDatabase } from '../test-database.ts';

interface Acknowledged {
  key: string;
  text: string;
}

/** Enough results that the kill is as likely inside a transaction as between two. */
const bodyOf = (key: string) =>
  JSON.stringify(
    makeUpload({
      execution: { key },
      results: Array.from({ length: 300 }, (_, index) =>
        makeResult({
          titlePath: [`test ${index}`],
          status: 'failed',
          attempts: [{ status: 'failed', durationMs: 1, errors: [{ message: `${key} ${index}` }] }],
        }),
      ),
    }),
  );

const post = (server: TestServer, key: string, body: string) =>
  fetch(`${server.url}/api/ingest`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body,
  });

/** Uploads one after the other until the server is gone; returns the acknowledged ones. */
async function uploadUntilGone(
  server: TestServer,
  worker: string,
  { bodies, acknowledged }: { bodies: Map<string, string>; acknowledged: Acknowledged[] },
): Promise<void> {
  for (let count = 0; ; count++) {
    const key = `${worker}:${count}`;
    const body = bodyOf(key);
    bodies.set(key, body);
    try {
      const response = await post(server, key, body);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`);
      acknowledged.push({ key, text });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return;
    }
  }
}

async function list(server: TestServer, query: string): Promise<Page<Execution>> {
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const response = await fetch(`${server.url}/api/executions${query}`, { headers });
  return dataOf({ status: response.status, text: await response.text() }) as Page<Execution>;
}

const UNTIL_BUSY = { timeout: 20_000, interval: 5 };

it('has every acknowledged upload once after kill -9, and repeats the answer of a repeated key', async () => {
  const { databaseUrl, drop } = await makeDatabase();
  onTestFinished(drop);
  const bodies = new Map<string, string>();
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < 3; round++) {
    const server = await startServer({ databaseUrl });
    onTestFinished(server.stop);
    const workers = ['a', 'b', 'c', 'd'].map((name) =>
      uploadUntilGone(server, `${round}${name}`, { bodies, acknowledged }),
    );
    // In the middle of the next uploads, a little later each time.
    await expect.poll(() => acknowledged.length, UNTIL_BUSY).toBeGreaterThan(6 * (round + 1));
    await sleep(round * 37);
    server.child.kill('SIGKILL');
    await Promise.all(workers);
  }
  const server = await startServer({ databaseUrl });
  onTestFinished(server.stop);

  for (const { key, text } of acknowledged) {
    const again = await post(server, key, bodies.get(key) ?? '');
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 200, text });
  }
  // An upload in flight is stored completely or not at all, and can be repeated.
  for (const [key, body] of bodies) expect((await post(server, key, body)).status).toBe(200);
  const found = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page<Execution> = await list(server, `?limit=100${cursor && `&cursor=${cursor}`}`);
    for (const { key, number, totals } of page.items) {
      expect({ key, tests: totals.tests, before: found.get(key) }).toEqual({ key, tests: 300 });
      found.set(key, number);
    }
    cursor = page.nextCursor;
  }
  expect([...found.keys()].toSorted()).toEqual([...bodies.keys()].toSorted());
  expect([...found.values()].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: found.size }, (_, index) => index + 1),
  );
});
