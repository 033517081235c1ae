import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeComingPartitions, PARTITIONED_TABLES } from '../../src/db/partitions/partitions.ts';
import { attackBodies } from '../load/attack-bodies.ts';
import { inDays } from '../clock.ts';
import { makeResults, makeUpload } from '../make.ts';
import { openArena, outcomes, isWhole, withstand } from './arena.ts';

let arena: Awaited<ReturnType<typeof openArena>>;
beforeAll(async () => {
  arena = await openArena();
});
afterAll(async () => {
  await arena.close();
  printOutcomes();
});

const ATTACK_MS = isWhole ? 600_000 : 120_000;
const howMany = (whole: number, part: number) => (isWhole ? whole : part);
const times = <Answer>(count: number, work: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const facts = (key: string) => ({ project: 'facts', key });

// The number of tests of a large execution.
const LARGE = howMany(100_000, 10_000);

/** An uncompressed body of new tests. */
const largeBody = (name: string, results: number) =>
  JSON.stringify(
    makeUpload({
      execution: { project: 'large', key: name },
      results: makeResults(...Array.from({ length: results }, (_, index) => `${name} ${index}`)),
    }),
  );

describe('one key', { timeout: ATTACK_MS }, () => {
  it('cannot end the process by small bodies that are expensive to read', async () => {
    const bodies = [attackBodies.emptyResults(), attackBodies.emptyAttempts()];
    await withstand(arena, 'small bodies, expensive to read (tRPC and REST)', {
      run: async () => {
        const sent = bodies.flatMap((body) =>
          ['/api/ingest', '/trpc/ingest.upload'].map(async (path) => {
            const response = await fetch(arena.server.url + path, {
              method: 'POST',
              headers: {
                authorization: `Bearer ${arena.attackerKey}`,
                'content-type': 'application/json',
                'content-encoding': 'gzip',
              },
              body,
            });
            await response.text();
            return response.status;
          }),
        );
        expect(await Promise.all(sent)).toEqual([413, 413, 413, 413]);
      },
    });
  });

  it('cannot end the process by reading one execution of huge texts', async () => {
    const shards = howMany(9, 4);
    const statuses = await times(shards, (index) =>
      arena.upload(
        attackBodies.sameOutput({ key: 'huge', shard: { index: index + 1, total: shards } }),
      ),
    );
    expect(statuses).toContain(200);
    const id = await executionOf('huge');
    await withstand(arena, `${howMany(6, 4)} readers of one execution of huge texts`, {
      run: async () => {
        const readers = howMany(6, 4);
        const answers = await times(readers, () => arena.get(`/api/executions/${id}`));
        for (const { status } of answers) expect([200, 503]).toContain(status);
        expect(answers.some(({ status }) => status === 200)).toBe(true);
      },
    });
  });

  it('cannot hold the connections by uploads at once', async () => {
    const bodies = Array.from({ length: 10 }, (_, index) =>
      gzipSync(largeBody(`large ${index}`, LARGE), { level: 1 }),
    );
    await withstand(arena, `10 uploads of ${LARGE} new tests at once`, {
      run: async () => {
        const statuses = await times(10, (index) => arena.upload(bodies[index] ?? ''));
        for (const status of statuses) expect([200, 503]).toContain(status);
        expect(statuses).toContain(200);
      },
    });
  });

  it('cannot hold them by one idempotency key either', async () => {
    const body = largeBody('one key', LARGE);
    await withstand(arena, '10 uploads of one idempotency key at once', {
      run: async () => {
        const headers = { 'idempotency-key': 'the same' };
        const statuses = await times(10, () => arena.upload(body, headers));
        for (const status of statuses) expect([200, 503]).toContain(status);
        expect(statuses).toContain(200);
      },
    });
  });

  it('cannot fill the memory by bodies that unpack to 60 MB', async () => {
    const body = attackBodies.sameOutput({ key: 'unpacked' });
    const uploads = howMany(60, 15);
    await withstand(arena, `${uploads} bodies at once that unpack to 60 MB`, {
      run: async () => {
        const statuses = await times(uploads, () => arena.upload(body));
        for (const status of statuses) expect([200, 503]).toContain(status);
        expect(statuses).toContain(200);
      },
    });
  });

  it('cannot fill the memory by reading a large execution over tRPC', async () => {
    const id = await executionOf('large 0');
    const input = encodeURIComponent(JSON.stringify({ id }));
    await withstand(arena, '6 readers of a large execution over tRPC', {
      run: async () => {
        const answers = await times(6, () => arena.get(`/trpc/executions.get?input=${input}`));
        for (const { status, bytes } of answers) {
          expect([200, 503]).toContain(status);
          expect(bytes).toBeLessThan(8_000_000);
        }
        expect(answers.some(({ status }) => status === 200)).toBe(true);
      },
    });
  });

  it('cannot make a list of executions too long to read', async () => {
    const tooLong = Array.from({ length: howMany(6, 1) }, (_, index) =>
      attackBodies.longTags(facts(`tags ${index}`), howMany(980, 410)),
    );
    const long = Array.from({ length: 6 }, (_, index) =>
      attackBodies.longTags(facts(`tags ${index}`), howMany(380, 200)),
    );
    // 23 MB each.
    const errors = Array.from({ length: 6 }, (_, index) =>
      attackBodies.longRunErrors({ ...facts('errors'), shard: { index: index + 1, total: 6 } }, 60),
    );
    await withstand(arena, `tags and errors of the run, ${howMany(60, 25)} MB and less each`, {
      run: async () => {
        const refused = await Promise.all(tooLong.map((body) => arena.upload(body)));
        expect(new Set(refused)).toEqual(new Set([413]));
        const taken = await Promise.all(long.map((body) => arena.upload(body)));
        expect(new Set(taken)).toEqual(new Set([200]));
        for (const body of errors) expect(await arena.upload(body)).toBe(200);
        const list = await arena.get('/api/executions?project=facts');
        expect(list.status).toBe(200);
        expect(list.bytes).toBeLessThan(7 * 16_384);
        const one = await arena.get(`/api/executions/${await executionOf('errors')}`);
        expect(one.status).toBe(200);
        expect(one.bytes).toBeLessThan(4_194_304);
      },
    });
  });

  it('cannot hold up others by expensive questions', async () => {
    for (const name of ['compared', 'compared too']) {
      expect(await arena.upload(largeBody(name, LARGE))).toBe(200);
    }
    const [one, other] = [await executionOf('compared'), await executionOf('compared too')];
    const found = async () => (await arena.get('/api/tests?search=compared')).bytes;
    await expect.poll(found, { timeout: 60_000, interval: 1_000 }).toBeGreaterThan(1_000);
    const questions = [
      '/api/tests?search=compared',
      '/api/tests?search=qqqqq',
      `/api/compare?base=${one}&head=${other}`,
      '/api/attention',
    ];
    await withstand(arena, `${howMany(80, 20)} expensive questions at once`, {
      run: async () => {
        const answers = await times(howMany(80, 20), (index) =>
          arena.get(questions[index % questions.length] ?? ''),
        );
        for (const { status } of answers) expect([200, 503]).toContain(status);
        // Some of each question.
        const answered = answers.flatMap(({ status }, index) =>
          status === 200 ? [index % questions.length] : [],
        );
        expect(new Set(answered).size).toBe(questions.length);
      },
    });
  });

  it('cannot hold memory and connections by reading and writing nothing', async () => {
    const id = await executionOf('huge');
    const { hostname, port } = new URL(arena.server.url);
    const head = (line: string, more = '') =>
      `${line} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${arena.attackerKey}\r\n${more}\r\n`;
    const readers = Array.from({ length: 6 }, () => head(`GET /api/executions/${id}`));
    const drips = Array.from({ length: 20 }, () =>
      head('POST /api/ingest', 'Content-Type: application/json\r\nContent-Length: 1000000\r\n'),
    );
    await withstand(arena, '6 clients that read nothing, 20 that send a byte a second', {
      run: async () => {
        const sockets = [...readers, ...drips].map((text) => {
          const socket = connect(Number(port), hostname)
            .pause()
            .on('error', () => {});
          socket.write(text);
          return socket;
        });
        for (let second = 0; second < howMany(150, 5); second++) {
          for (const socket of sockets.slice(readers.length)) socket.write(' ');
          await sleep(1_000);
        }
        // The server closes the connection of a client that reads nothing for a minute, or sends too slowly. A client
        // that reads nothing only notices when it reads.
        for (const socket of sockets) socket.resume();
        const open = () => sockets.filter((socket) => !socket.closed).length;
        if (isWhole) await expect.poll(open, { timeout: 5_000 }).toBe(0);
        for (const socket of sockets) socket.destroy();
        expect((await arena.get('/api/whoami')).status).toBe(200);
      },
    });
  });
});

describe('somebody without a credential', { timeout: ATTACK_MS }, () => {
  it('cannot slow others down by signing in', async () => {
    const count = howMany(60, 30);
    const attempt = (index: number) =>
      new Promise<number>((resolve) => {
        const payload = JSON.stringify({ email: 'owner@svc.localhost', password: 'a wrong guess' });
        const asked = request(
          `${arena.server.url}/api/auth/sign-in/email`,
          {
            method: 'POST',
            localAddress: `127.0.0.${index + 2}`,
            headers: { 'content-type': 'application/json' },
          },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        asked.on('error', () => resolve(0));
        asked.end(payload);
      });
    const body = gzipSync(largeBody('beside sign-ins', 100));
    await withstand(arena, `${count} sign-ins from as many addresses, beside uploads`, {
      run: async () => {
        const signIns = times(count, attempt);
        for (let index = 0; index < 5; index++) expect(await arena.upload(body)).toBe(200);
        for (const status of await signIns) expect([401, 429, 503]).toContain(status);
      },
    });
  });
});

describe('what happens to the database', { timeout: ATTACK_MS }, () => {
  const smallBody = JSON.stringify(makeUpload({ execution: { project: 'small' } }));
  const uploadUntil = async (signal: AbortSignal) => {
    const statuses = new Set<number>();
    while (!signal.aborted) {
      statuses.add(await arena.upload(smallBody));
      await sleep(50);
    }
    return [...statuses];
  };

  it('ends no process when each new connection is ended at once', async () => {
    await withstand(arena, 'Postgres ends each new connection at once', {
      takesDatabase: true,
      run: async () => {
        const over = new AbortController();
        const uploads = times(8, () => uploadUntil(over.signal));
        for (let round = 0; round < howMany(10, 3); round++) {
          arena.proxy.endNewConnections(true);
          arena.proxy.cut();
          await sleep(1_000);
          arena.proxy.endNewConnections(false);
          await sleep(500);
        }
        over.abort();
        for (const status of (await uploads).flat()) expect([200, 503]).toContain(status);
      },
    });
  });

  it('is not waited for longer than two seconds by readyz when it hangs', async () => {
    await withstand(arena, 'Postgres hangs', {
      takesDatabase: true,
      run: async () => {
        arena.proxy.freeze(true);
        const startedAt = performance.now();
        const { status } = await fetch(`${arena.server.url}/readyz`);
        const tookMs = performance.now() - startedAt;
        await sleep(howMany(20_000, 2_000));
        arena.proxy.freeze(false);
        expect(status).toBe(503);
        expect(tookMs).toBeLessThan(2_500);
      },
    });
  });

  it('keeps others waiting neither for a lock nor for clients that have left', async () => {
    await withstand(arena, 'a table is locked; 15 uploads and 10 clients that leave', {
      run: async () => {
        const uploads = await arena.database.transaction(async (transaction) => {
          await transaction.query('LOCK TABLE results IN ACCESS EXCLUSIVE MODE');
          const leaving = AbortSignal.timeout(1_000);
          const readers = times(10, () => arena.get('/api/tests', leaving).catch(() => null));
          const asked = times(15, () => arena.upload(smallBody));
          await readers;
          await sleep(howMany(30_000, 4_000));
          expect((await fetch(`${arena.server.url}/readyz`)).status).toBe(200);
          return [asked];
        });
        for (const status of (await Promise.all(uploads)).flat()) {
          expect([200, 503]).toContain(status);
        }
      },
    });
  });

  it('lets a dump run beside new partitions, uploads and questions', async () => {
    const { database } = arena;
    await withstand(arena, 'new partitions while a dump runs', {
      run: () =>
        database.transaction(async (transaction) => {
          await transaction.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          for (const table of [...PARTITIONED_TABLES, 'executions', 'tests']) {
            await transaction.query(`SELECT FROM ${table} LIMIT 1`);
          }
          const made = makeComingPartitions(database, inDays(70));
          const over = new AbortController();
          const uploads = uploadUntil(over.signal);
          for (let second = 0; second < howMany(30, 4); second++) {
            expect((await arena.get('/api/failures')).status).toBe(200);
            await sleep(1_000);
          }
          over.abort();
          expect(await uploads).toEqual([200]);
          await made;
        }),
    });
  });
});

it('ends within 20 s of SIGTERM, with an upload under way and its answer given', async () => {
  const { server, upload } = arena;
  const startedAt = performance.now();
  const answer = upload(gzipSync(largeBody('last', howMany(50_000, 10_000)), { level: 1 }));
  await sleep(200);
  server.child.kill('SIGTERM');
  expect([200, 503]).toContain(await answer);
  await expect.poll(() => server.child.exitCode, { timeout: 25_000 }).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(20_500);
}, 60_000);

async function executionOf(key: string): Promise<string> {
  const [row] = await arena.database.query<{ id: string }>(
    'SELECT id FROM executions WHERE key = $1',
    [key],
  );
  if (row === undefined) throw new Error(`no execution has the key '${key}'`);
  return row.id;
}

function printOutcomes(): void {
  const rows = outcomes.map(({ attack, requests, p50Ms, p99Ms, maxMs, refused, peakMiB }) => [
    attack.padEnd(62),
    String(requests).padStart(8),
    String(p50Ms).padStart(6),
    String(p99Ms).padStart(6),
    String(maxMs).padStart(7),
    String(peakMiB).padStart(9),
    Object.entries(refused)
      .map(([status, count]) => `${count} × ${status === '0' ? 'no answer' : status}`)
      .join(', '),
  ]);
  const head = [
    `attack (${isWhole ? 'whole' : 'short form'})`.padEnd(62),
    '  whoami',
    'p50 ms',
    'p99 ms',
    ' max ms',
    ' peak MiB',
    'refused',
  ];
  process.stdout.write(`\n${[head, ...rows].map((row) => row.join(' ')).join('\n')}\n\n`);
}
