import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endStalledBodies } from './stalled-bodies.ts';

const STALLED_MS = 300;

let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = fastify();
  endStalledBodies(app, STALLED_MS);
  app.post('/', async (request) => {
    await sleep(2 * STALLED_MS);
    return request.body;
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(() => app.close());

const HEAD =
  'POST / HTTP/1.1\r\nHost: svc\r\nContent-Type: text/plain\r\nConnection: close\r\nContent-Length: 4\r\n\r\n';

it('ends a connection whose body stops coming', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${HEAD}ab`);
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

it('waits for a slow body, and for what is done with a whole one', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(HEAD);
  for (const letter of 'slow') {
    await sleep(STALLED_MS / 3);
    socket.write(letter);
  }
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[^]*slow$/);
});
