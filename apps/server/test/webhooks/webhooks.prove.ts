import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebhookBody } from '@svc/contract/webhooks/events';
import { systemRandom } from '../../src/random.ts';
import { memoryOf } from '../load/process-memory.ts';
import { openReceiver, type Receiver, type Reply } from './receiver.ts';
import { isWhole, openField, report, type Field } from './field.ts';

const TIMEOUT_MS = 600_000;
const REPORT_MS = 5_000;

async function field(): Promise<Field> {
  const opened = await openField();
  onTestFinished(opened.close);
  return opened;
}

async function receiver(reply?: Reply): Promise<Receiver> {
  const opened = await openReceiver(reply);
  onTestFinished(opened.close);
  return opened;
}

const executionOf = (body: string): string => {
  const { data } = JSON.parse(body) as WebhookBody;
  return 'executionId' in data ? data.executionId : '';
};

/** The different executions that a receiver has events of. */
const receivedBy = ({ requests }: Receiver): Set<string> =>
  new Set(requests.map(({ body }) => executionOf(body)));

/** Waits until it is so, with a line every few seconds. */
async function until(isSo: () => boolean | Promise<boolean>, line: () => string): Promise<void> {
  let reportedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - reportedAt > REPORT_MS) {
      reportedAt = performance.now();
      report(line());
    }
    await sleep(50);
  }
}

describe('no event is lost', { timeout: TIMEOUT_MS }, () => {
  it('although the server is killed again and again while it delivers', async () => {
    const [events, kills] = isWhole ? [2_000, 20] : [300, 3];
    const { start, addWebhook, write, database } = await field();
    // Slow enough that each kill finds requests out.
    const endpoint = await receiver((response) => {
      setTimeout(() => response.writeHead(204).end(), 5 + systemRandom.integer(40));
    });
    await addWebhook(endpoint.url);
    const sent: string[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      const { child } = await start();
      const writing = write(events / kills);
      await sleep(systemRandom.integer(1_000));
      // In the middle of requests, if any are left to send.
      for (let waitedMs = 0; endpoint.waiting === 0 && waitedMs < 3_000; waitedMs += 2)
        await sleep(2);
      child.kill('SIGKILL');
      await once(child, 'exit');
      sent.push(...(await writing));
      report(
        `faults: ${kill} of ${kills} kills, ${sent.length} events written, ${receivedBy(endpoint).size} received`,
      );
    }
    await start();
    // What a killed server did not record is sent again, and only then all repeats are counted.
    await until(
      async () => (await countUndelivered(database)) === 0,
      () => `faults: ${receivedBy(endpoint).size} received, waiting for leases of killed servers`,
    );
    const interrupted = await countInterrupted(database);
    const received = receivedBy(endpoint);
    const lost = sent.filter((id) => !received.has(id)).length;
    const repeated = [
      ...Map.groupBy(endpoint.requests, ({ body }) => executionOf(body)).values(),
    ].filter((requests) => requests.length > 1);
    const underOtherIds = repeated.filter(
      (requests) => new Set(requests.map(({ headers }) => headers['webhook-id'])).size > 1,
    );
    report(
      `faults: ${kills} kills -9, which left ${interrupted} attempts without a record. Events written directly to the outbox: ` +
        `${sent.length}, received: ${received.size}, repeated: ${repeated.length}, repeated under another webhook-id: ` +
        `${underOtherIds.length}, lost: ${lost}`,
    );
    expect(lost).toBe(0);
    expect(underOtherIds).toEqual([]);
    // Otherwise no kill came while a request was out, and nothing was proven.
    expect(interrupted).toBeGreaterThan(0);
  });
});

/** Attempts that a server claimed and never recorded. Right once everything is delivered: `step` counts the recorded ones. */
async function countInterrupted(database: Field['database']): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'SELECT sum(attempts - step)::integer AS count FROM webhook_deliveries',
  );
  return row?.count ?? 0;
}

/** Events that were not handed over, and deliveries that are not recorded as delivered. */
async function countUndelivered(database: Field['database']): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM outbox)::integer
          + (SELECT count(*) FROM webhook_deliveries WHERE status <> 'delivered')::integer AS count`,
  );
  return row?.count ?? 0;
}

/** Answers as fast as a receiver nearby. */
const answerSoon = (response: ServerResponse): void => {
  setTimeout(() => response.writeHead(204).end(), 10 + systemRandom.integer(20));
};

describe('healthy endpoints', { timeout: TIMEOUT_MS }, () => {
  it('have everything in 30 s beside one that never answers and one that takes 14 s', async () => {
    const events = isWhole ? 1_000 : 200;
    const { start, addWebhook, write, database } = await field();
    const healthy = await Promise.all(Array.from({ length: 18 }, () => receiver(answerSoon)));
    const silent = await receiver(() => undefined);
    const slow = await receiver((response) => {
      setTimeout(() => response.writeHead(204).end(), 14_000);
    });
    const all = [silent, slow, ...healthy];
    for (const { url } of all) await addWebhook(url);
    await start();
    const busy = watchConnections(database, () => all.reduce((sum, one) => sum + one.waiting, 0));
    const startedAt = performance.now();
    const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
    const writing = write(events);
    const counts = () => healthy.map((one) => receivedBy(one).size);
    await until(
      () => healthy.every(({ requests }) => requests.length >= events),
      () => `speed: ${seconds()} s, ${counts().reduce((a, b) => a + b)} of ${18 * events} received`,
    );
    await writing;
    const took = (performance.now() - startedAt) / 1_000;
    const { mostBusy, mostOut, samples } = await busy.stop();
    report(
      `speed: ${events} events written directly to the outbox, for 20 endpoints. The 18 healthy ones had all theirs ` +
        `after ${took.toFixed(1)} s; the silent one got ${silent.requests.length} requests, the one of 14 s ` +
        `${slow.requests.length}. At most ${mostBusy} database connections were busy at once, with up to ${mostOut} requests out (${samples} samples, with the connection that writes the events).`,
    );
    expect(counts()).toEqual(Array(18).fill(events));
    expect(took).toBeLessThan(30);
    // The server's connections for jobs, and the one that writes.
    expect(mostBusy).toBeLessThanOrEqual(5);
  });
});

/** Counts the connections that run a statement or hold a transaction open while requests are out, every 20 ms. */
function watchConnections(
  database: Field['database'],
  requestsOut: () => number,
): { stop(): Promise<{ mostBusy: number; mostOut: number; samples: number }> } {
  const seen = { mostBusy: 0, mostOut: 0, samples: 0 };
  const stopping = new AbortController();
  const sample = async () => {
    while (!stopping.signal.aborted) {
      const out = requestsOut();
      const [row] = await database.query<{ busy: number }>(
        `SELECT count(*)::integer AS busy
         FROM pg_stat_activity
         WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
      );
      if (out > 0) {
        seen.samples++;
        seen.mostBusy = Math.max(seen.mostBusy, row?.busy ?? 0);
        seen.mostOut = Math.max(seen.mostOut, out);
      }
      await sleep(20);
    }
  };
  const running = sample();
  return {
    stop: async () => {
      stopping.abort();
      await running;
      return seen;
    },
  };
}

describe('a hostile receiver', { timeout: TIMEOUT_MS }, () => {
  it('is cut off at 64 KB and 15 s', async () => {
    const { start, addWebhook, write, database } = await field();
    let huge = 0;
    const endpoints = {
      'a 10 GB answer': await receiver(
        (response) => void flood(response, (bytes) => (huge += bytes)),
      ),
      'a byte a second': await receiver((response) => void drip(response)),
      'a healthy one': await receiver(),
    };
    const { child } = await start();
    const before = await memoryOf(child.pid);
    const ids = new Map<string, string>();
    for (const [name, { url }] of Object.entries(endpoints)) ids.set(name, await addWebhook(url));
    await write(1);
    const attempts = () =>
      database.query<{
        webhook_id: string;
        seconds: number;
        bytes: number;
        error: string | null;
        truncated: boolean;
      }>(
        `SELECT webhook_id, attempts.duration_ms / 1000.0::float8 AS seconds,
                coalesce(octet_length(response_body), 0) AS bytes, attempts.error, response_truncated AS truncated
         FROM webhook_attempts AS attempts
         JOIN webhook_deliveries ON webhook_deliveries.id = delivery_id AND number = 1`,
      );
    await until(
      async () => (await attempts()).length === 3,
      () => 'hostile: waiting for the slow receiver',
    );
    const after = await memoryOf(child.pid);
    const found = new Map((await attempts()).map((row) => [row.webhook_id, row]));
    for (const [name, id] of ids) {
      const row = found.get(id);
      report(
        `hostile: ${name}: ${row?.seconds.toFixed(1)} s, ${row?.bytes} bytes stored, ` +
          `${row?.truncated === true ? 'cut' : 'not cut'}${row?.error ? `, ${row.error}` : ''}`,
      );
      expect(row?.bytes).toBeLessThanOrEqual(65_536);
      expect(row?.seconds).toBeLessThan(16.5);
    }
    report(
      `hostile: the server took ${(huge / 1e6).toFixed(1)} MB of the 10 GB; its memory peaked at ${Math.round(after.peak)} MiB, from ${Math.round(before.now)} MiB`,
    );
    expect(huge).toBeLessThan(20_000_000);
  });
});

const TEN_GIGABYTES = 10_000_000_000;

/** Answers with 10 GB as fast as they are taken. */
async function flood(response: ServerResponse, onBytes: (bytes: number) => void): Promise<void> {
  const chunk = Buffer.alloc(65_536, 'x');
  const chunks = async function* () {
    for (let sent = 0; sent < TEN_GIGABYTES; sent += chunk.length) {
      onBytes(chunk.length);
      yield chunk;
    }
  };
  response.writeHead(200, { 'content-type': 'text/plain' });
  // The sender ends the connection.
  await pipeline(chunks, response).catch(() => undefined);
}

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/plain' });
  while (!response.destroyed) {
    response.write('x');
    await sleep(1_000);
  }
}
