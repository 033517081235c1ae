import { once } from 'node:events';
import { connect } from 'node:net';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ComparingApp, makeComparingApp } from '../../test/scenes/comparing.ts';
import { makeRun } from '../../test/history.ts';
import { LARGEST_COMPARISON } from '../limiters/comparison-weight.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
  server.startProject();
});
afterAll(() => server.close());

it('ends an answer that is read slowly, before others that wait for its memory give up', async () => {
  // More than the buffers of the operating system take over at once.
  const titles = Array.from({ length: 32 }, (_, index) => `test ${index}`);
  const base = await server.run({
    hoursAgo: 2,
    results: titles.map((title) => makeRun(title, '.')),
  });
  const head = await server.run({ results: titles.map(failing) });
  const { port } = new URL(await server.listen());
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `GET /api/compare?base=${base}&head=${head} HTTP/1.1\r\nHost: svc\r\nAuthorization: Bearer ${server.apiKey}\r\n\r\n`,
  );
  await once(socket, 'readable');
  const reading = setInterval(() => socket.read(4_000), 250);

  const pass = await server.deps.limiters.comparisons.enter(server.organizationId, {
    weight: LARGEST_COMPARISON,
    signal: AbortSignal.timeout(60_000),
  });
  pass.release();
  clearInterval(reading);
  expect(socket.bytesRead).toBeLessThan(8_000_000);
  socket.destroy();
}, 60_000);

/** A test whose error takes a quarter of a megabyte. */
function failing(title: string): IngestResult {
  const text = 'e'.repeat(62_500);
  const errors = [{ message: title + text, stack: text, expected: text, actual: text }];
  return makeRun(title, 'f', { attempts: [{ status: 'failed', durationMs: 30, errors }] });
}
