import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../../../test/webhooks/self-signed-certificate.ts';
import { version } from '../../deps.ts';
import { openSender, type Sender, type SenderOptions } from './send-request.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function senderWith(options: SenderOptions = {}): Sender {
  const sender = openSender({ allowPrivate: true, allowedPorts: [] }, options);
  closing.push(() => sender.close());
  return sender;
}

/** Sends with a time limit that only tests of the limit reach. */
function post(url: string, sender = senderWith({ timeoutMs: 5_000 })) {
  return sender.send({ url, headers: { 'webhook-id': 'event' }, body: '{"ä":1}' });
}

async function listen(server: TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listen(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/hooks?a=1`;
}

/** A server below HTTP. */
async function tcpReceiver(onConnection: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  const port = await listen(server);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${port}/`;
}

it('posts the body with its headers and reports the answer', async () => {
  let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'httpVersion'> | undefined;
  let body = '';
  const url = await receiver((request, response) => {
    seen = request;
    void text(request).then((posted) => {
      body = posted;
      response.writeHead(202, { 'x-trace': 'abc' }).end('thanks');
    });
  });
  expect(await post(url)).toEqual({
    status: 202,
    error: null,
    durationMs: expect.any(Number),
    headers: expect.objectContaining({ 'x-trace': 'abc' }),
    body: 'thanks',
    truncated: false,
    retryAfterSeconds: null,
  });
  expect(body).toBe('{"ä":1}');
  expect(seen).toMatchObject({ method: 'POST', url: '/hooks?a=1', httpVersion: '1.1' });
  expect(seen?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': '8',
    'user-agent': `svc-webhooks/${version}`,
    'accept-encoding': 'identity',
    'webhook-id': 'event',
  });
});

it.each([400, 404, 410, 429, 500, 503])(
  'reports the status %i without an error',
  async (status) => {
    const url = await receiver((_, response) => response.writeHead(status).end('no'));
    expect(await post(url)).toMatchObject({ status, error: null, body: 'no' });
  },
);

it.each([301, 302, 303, 307, 308])('follows no redirect of the status %i', async (status) => {
  let followed = 0;
  const target = await receiver((_, response) => {
    followed++;
    response.end();
  });
  const url = await receiver((_, response) =>
    response.writeHead(status, { location: target }).end(),
  );
  expect(await post(url)).toMatchObject({ status, error: expect.stringContaining('redirect') });
  expect(followed).toBe(0);
});

it('cuts an answer of 10 GB at 64 KB, and the receiver can send only a few MB', async () => {
  let sentBytes = 0;
  const chunk = Buffer.alloc(65_536, 'a');
  const gone = Promise.withResolvers<void>();
  const url = await receiver((_, response) => {
    response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
    const write = (): void => {
      while (!response.destroyed && sentBytes < 10 * 1024 ** 3) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    response.on('close', () => gone.resolve());
    write();
  });
  const answer = await post(url);
  expect(answer).toMatchObject({ status: 200, error: null, truncated: true });
  expect(answer.body).toBe('a'.repeat(65_536));
  await gone.promise;
  expect(sentBytes).toBeLessThan(20 * 1024 ** 2);
});

it('keeps an answer of exactly 64 KB whole, and cuts no character in half', async () => {
  const whole = await receiver((_, response) => response.end('a'.repeat(65_536)));
  expect(await post(whole)).toMatchObject({ truncated: false, body: 'a'.repeat(65_536) });
  const cut = await receiver((_, response) => response.end(`a${'ä'.repeat(40_000)}`));
  expect(await post(cut)).toMatchObject({ truncated: true, body: `a${'ä'.repeat(32_767)}` });
});

it('returns text that Postgres can store: invalid UTF-8 replaced, NUL left out', async () => {
  const url = await receiver((_, response) => response.end(Buffer.from([0x61, 0xff, 0x00, 0x62])));
  expect(await post(url)).toMatchObject({ status: 200, body: 'a\ufffdb' });
});

it('does not decompress an answer', async () => {
  const url = await receiver((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('a'.repeat(1_000_000))),
  );
  const answer = await post(url);
  expect(answer.body?.length).toBeLessThan(5_000);
});

it('ends an endless answer at the time limit, though its status was good', async () => {
  const url = await receiver((_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drip));
  });
  const answer = await post(url, senderWith({ timeoutMs: 300 }));
  expect(answer).toMatchObject({ status: 200, error: 'timed out after 0.3 s' });
  expect(answer.body).toMatch(/^\.+$/);
  expect(answer.durationMs).toBeGreaterThanOrEqual(290);
});

it.each([
  ['says nothing', () => undefined],
  [
    'drips its headers',
    (socket: Socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-a: ');
      const drip = setInterval(() => socket.write('a'), 20);
      socket.on('close', () => clearInterval(drip));
    },
  ],
  [
    'repeats 100 Continue',
    (socket: Socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(drip));
    },
  ],
])('ends a request at the time limit when the receiver accepts and %s', async (_, behave) => {
  const url = await tcpReceiver(behave);
  expect(await post(url, senderWith({ timeoutMs: 300 }))).toMatchObject({
    status: null,
    error: 'timed out after 0.3 s',
    headers: null,
    body: null,
  });
});

it('ends a request at the time limit when its name does not resolve in time', async () => {
  const sender = senderWith({ timeoutMs: 100, resolve: () => undefined });
  expect(await post('http://slow.test/', sender)).toMatchObject({
    error: 'timed out after 0.1 s',
  });
});

it.each([
  ['before it answers', ''],
  ['within its headers', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
  ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n64\r\nhalf'],
])('reports a receiver that closes %s', async (_, sent) => {
  const url = await tcpReceiver((socket) => socket.once('data', () => socket.end(sent)));
  expect(await post(url)).toMatchObject({
    error: 'the receiver closed the connection before its answer was complete',
  });
});

it.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'the answer is not valid HTTP'],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na',
    'the answer is not valid HTTP',
  ],
  [
    'a flood of headers',
    `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`,
    'the headers of the answer are too large',
  ],
  [
    'one huge header',
    `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(100_000)}\r\n\r\n`,
    'the headers of the answer are too large',
  ],
  [
    'a change of the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'the receiver closed the connection before its answer was complete',
  ],
])('reports an answer with %s', async (_, sent, error) => {
  const url = await tcpReceiver((socket) => socket.once('data', () => socket.write(sent)));
  expect(await post(url)).toMatchObject({ error });
});

it('keeps at most 100 headers, and joins repeated ones', async () => {
  const url = await receiver((_, response) => {
    for (let index = 0; index < 300; index++) response.setHeader(`x-${index}`, 'a');
    response.setHeader('a-cookie', ['a=1', 'b=2']);
    response.end();
  });
  const { headers } = await post(url);
  expect(Object.keys(headers ?? {}).length).toBeLessThanOrEqual(100);
  const repeating = await receiver((_, response) =>
    response.setHeader('set-cookie', ['a=1', 'b=2']).setHeader('__proto__', 'x').end(),
  );
  expect((await post(repeating)).headers).toMatchObject({ 'set-cookie': 'a=1, b=2' });
});

it('reports a refused connection', async () => {
  const server = createTcpServer();
  const port = await listen(server);
  server.close();
  expect((await post(`http://127.0.0.1:${port}/`)).error).toBe('the connection was refused');
});

it.each([
  ['ENOTFOUND', 'the host name does not resolve'],
  ['EAI_AGAIN', 'the host name could not be resolved at the moment'],
])('reports a name that does not resolve: %s', async (code, error) => {
  const failure = Object.assign(new Error('getaddrinfo receiver.test'), { code });
  const sender = senderWith({ resolve: (_name, done) => done(failure, []) });
  expect(await post('http://receiver.test/', sender)).toMatchObject({ status: null, error });
});

it('reports a TLS certificate that it does not trust, and a receiver without TLS', async () => {
  const server = createTlsServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_, response) =>
    response.end(),
  );
  const port = await listen(server);
  closing.push(() => server.close());
  expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
    status: null,
    error: 'the TLS certificate is self-signed',
  });
  const plain = await receiver((_, response) => response.end());
  expect((await post(plain.replace('http:', 'https:'))).error).toBe('the TLS handshake failed');
});

it('reports a header that HTTP does not allow', async () => {
  const url = await receiver((_, response) => response.end());
  const headers = { 'webhook-id': 'a\r\nb: c' };
  const answer = await senderWith().send({ url, headers, body: '' });
  expect(answer).toMatchObject({ status: null, error: 'the request could not be written' });
});

async function retryAfter(wait: string): Promise<number | null> {
  const url = await receiver((_, response) =>
    response.writeHead(429, { 'retry-after': wait }).end(),
  );
  return (await post(url, senderWith({ clock: testClock }))).retryAfterSeconds;
}

it.each([
  ['30', 30],
  ['0', 0],
  ['9999999999', 86_400],
  ['soon', null],
  ['-5', null],
])('reads Retry-After as seconds: %s', async (wait, seconds) => {
  expect(await retryAfter(wait)).toBe(seconds);
});

it.each([
  [600, 590, 600],
  [-600, 0, 0],
  [1_000_000, 86_400, 86_400],
])('reads Retry-After as a date in %i s', async (away, least, most) => {
  const date = new Date(testClock.now().getTime() + away * 1_000);
  const seconds = await retryAfter(date.toUTCString());
  expect(seconds).toBeGreaterThanOrEqual(least);
  expect(seconds).toBeLessThanOrEqual(most);
});

it('ends a request whose signal is aborted, before or while it runs', async () => {
  const stop = new AbortController();
  const url = await receiver(() => stop.abort());
  const request = { url, headers: {}, body: '', signal: stop.signal };
  const sender = senderWith();
  const stopped = { status: null, error: 'stopped before the receiver answered' };
  expect(await sender.send(request)).toMatchObject(stopped);
  expect(await sender.send(request)).toMatchObject(stopped);
});

it('sends many requests to one receiver on one connection', async () => {
  const sockets = new Set<unknown>();
  const url = await receiver((request, response) => {
    sockets.add(request.socket);
    response.end('ok');
  });
  const sender = senderWith();
  for (let count = 0; count < 50; count++) {
    expect(await post(url, sender)).toMatchObject({ status: 200 });
  }
  expect(sockets.size).toBe(1);
});

it('sends again when the receiver closed the kept connection, and only once', async () => {
  let requests = 0;
  const url = await receiver((request, response) => {
    requests++;
    if (requests === 1) response.end('ok');
    else if (requests === 2) request.socket.destroy();
    else response.end('second try');
  });
  const sender = senderWith();
  expect(await post(url, sender)).toMatchObject({ body: 'ok' });
  expect(await post(url, sender)).toMatchObject({ status: 200, body: 'second try' });
  expect(requests).toBe(3);
});

it('opens a bounded number of connections for many requests at once', async () => {
  let open = 0;
  let most = 0;
  const url = await receiver((_, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open--;
      response.end();
    }, 20);
  });
  const sender = senderWith();
  const answers = await Promise.all(Array.from({ length: 600 }, () => post(url, sender)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(most).toBeLessThanOrEqual(256);
});
