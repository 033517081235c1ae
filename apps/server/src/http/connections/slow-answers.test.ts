import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSlowClients } from './slow-clients.ts';

const GRACE_MS = 500;
// The buffers of the operating system hold megabytes, which a slow reader takes at once.
const BYTES_PER_SECOND = 10_000_000;
// Longer than these buffers last at a quarter of that rate.
const STALLED_MS = 2_000;

let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = fastify();
  endSlowClients(app, {
    stalledMs: STALLED_MS,
    leastBodyBytes: 4,
    bodyMs: () => 60_000,
    answerGraceMs: GRACE_MS,
    leastAnswerBytesPerSecond: (path) => (path === '/unhurried' ? 0 : BYTES_PER_SECOND),
  });
  for (const path of ['/endless', '/unhurried']) {
    app.get(path, (_request, reply) => reply.send(Readable.from(endless())));
  }
  app.get('/whole', (_request, reply) => reply.send(WHOLE));
  app.get('/slowly-made', (_request, reply) => reply.send(Readable.from(slowlyMade())));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => app.close());

function* endless(): Iterable<Buffer> {
  for (;;) yield PIECE;
}

async function* slowlyMade(): AsyncIterable<Buffer> {
  for (let times = 0; times < 6; times++) {
    await sleep(GRACE_MS / 2);
    yield PIECE;
  }
}

const PIECE = Buffer.alloc(64 * 1024, 'x');
const WHOLE = Buffer.alloc(80 * 1024 * 1024, 'x');

it.each(['/endless', '/whole'])(
  'closes the connection of an answer that the client reads steadily but too slowly: %s',
  async (path) => {
    const socket = await get(path);
    const tookMs = await readAt(BYTES_PER_SECOND / 4, socket, { ms: 10_000 });
    expect(await connections()).toBe(0);
    expect(tookMs).toBeGreaterThan(GRACE_MS / 2);
    expect(tookMs).toBeLessThan(STALLED_MS + GRACE_MS);
  },
);

it('closes the connection soon after the client slows down, however much it read before', async () => {
  const socket = await get('/endless');
  await readAt(20 * BYTES_PER_SECOND, socket, { ms: 1_000 });
  expect(await connections()).toBe(1);
  expect(await readAt(BYTES_PER_SECOND / 4, socket, { ms: 10_000 })).toBeLessThan(
    STALLED_MS + GRACE_MS,
  );
  expect(await connections()).toBe(0);
});

it('continues an answer of one piece that the client reads fast enough, however long that takes', async () => {
  const socket = await get('/whole');
  const tookMs = await readAt(2.5 * BYTES_PER_SECOND, socket, { ms: 20_000 });
  expect(socket.bytesRead).toBeGreaterThan(WHOLE.length);
  expect(tookMs).toBeGreaterThan(STALLED_MS);
});

it('continues an answer that the server makes slowly', async () => {
  const socket = await get('/slowly-made');
  await readAt(BYTES_PER_SECOND, socket, { ms: 20_000 });
  expect(socket.bytesRead).toBeGreaterThan(6 * PIECE.length);
});

it('continues an answer without a minimum rate as long as the client reads', async () => {
  const socket = await get('/unhurried');
  await readAt(BYTES_PER_SECOND / 4, socket, { ms: STALLED_MS + 2 * GRACE_MS });
  expect(await connections()).toBe(1);
  socket.destroy();
});

async function get(path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: svc\r\nConnection: close\r\n\r\n`);
  await sleep(GRACE_MS / 5);
  return socket;
}

/**
 * Reads at a steady rate until `ms` are over or the server closes the connection, and returns the time until then.
 * After the server has closed the connection, also reads what the operating system still holds.
 */
async function readAt(
  bytesPerSecond: number,
  socket: Socket,
  { ms }: { ms: number },
): Promise<number> {
  const startedAt = performance.now();
  const passedMs = () => performance.now() - startedAt;
  const bytesBefore = socket.bytesRead;
  const keepRate = () => {
    const isAhead = socket.bytesRead - bytesBefore > (passedMs() / 1_000) * bytesPerSecond;
    if (isAhead) socket.pause();
    else socket.resume();
  };
  socket.on('data', keepRate);
  while (passedMs() < ms && (await connections()) > 0) {
    keepRate();
    await sleep(5);
  }
  const tookMs = passedMs();
  socket.off('data', keepRate).pause();
  if (tookMs < ms && !socket.closed) await once(socket.resume(), 'close');
  return tookMs;
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
