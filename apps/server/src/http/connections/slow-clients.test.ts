import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSlowClients } from './slow-clients.ts';

const STALLED_MS = 300;
const HASTY_MS = 600;

let app: FastifyInstance;
let port: number;
let sent = 0;
beforeEach(async () => {
  app = fastify();
  endSlowClients(app, {
    stalledMs: STALLED_MS,
    leastBodyBytes: 4,
    bodyMs: (path) => (path === '/hasty' ? HASTY_MS : 60_000),
    answerGraceMs: 60_000,
    leastAnswerBytesPerSecond: () => 0,
  });
  for (const path of ['/', '/hasty']) {
    app.post(path, async (request) => {
      await sleep(2 * STALLED_MS);
      return request.body;
    });
  }
  app.get('/endless', (_request, reply) => reply.send(Readable.from(endless())));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => app.close());

function* endless(): Iterable<Buffer> {
  for (;;) {
    sent += PIECE.length;
    yield PIECE;
  }
}

const PIECE = Buffer.alloc(64 * 1024, 'x');

function post(path: string, length: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: svc\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return socket;
}

/** Sends `word` repeatedly until the connection is closed. */
async function drip(socket: Socket, word: string, everyMs: number): Promise<void> {
  socket.on('error', () => undefined).resume();
  while (!socket.closed) {
    socket.write(word);
    await sleep(everyMs);
  }
}

it('closes a connection whose body stalls', async () => {
  const socket = post('/', 8);
  socket.write('ab');
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

it('closes a connection whose body arrives a byte at a time', async () => {
  const socket = post('/', 1_000);
  await drip(socket, 'a', STALLED_MS / 2);
  expect(socket.bytesRead).toBe(0);
});

it('closes a connection whose steady body takes longer than its path allows', async () => {
  const socket = post('/hasty', 100_000);
  await drip(socket, 'steadily', STALLED_MS / 10);
  expect(socket.bytesRead).toBe(0);
});

it('waits for a slow body, and for the server to handle a complete one', async () => {
  const socket = post('/', 16);
  for (const word of ['slow', 'slow', 'slow', 'slow']) {
    await sleep(STALLED_MS / 3);
    socket.write(word);
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[^]*(?:slow){4}$/);
});

it('closes the connection of an answer that the client does not read, and stops producing it', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  socket.write('GET /endless HTTP/1.1\r\nHost: svc\r\n\r\n');
  while ((await connections()) === 0) await sleep(STALLED_MS / 10);
  while ((await connections()) > 0) await sleep(STALLED_MS / 10);
  const made = sent;
  await sleep(STALLED_MS);
  expect(sent).toBe(made);
  socket.destroy();
});

it('continues an answer that the client reads slowly', async () => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET /endless HTTP/1.1\r\nHost: svc\r\n\r\n');
  const until = performance.now() + 4 * STALLED_MS;
  while (performance.now() < until) {
    await once(socket, 'readable');
    // The buffers of the operating system hold megabytes.
    while (socket.read() !== null);
    await sleep(STALLED_MS / 60);
  }
  expect(await connections()).toBe(1);
  socket.destroy();
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}
