import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';

let server: TestApp;
let port: number;

beforeAll(async () => {
  server = await makeOwnApp({ because: 'breaks connections' });
  await server.listen();
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

it.each([
  ['a path with a broken escape', 'GET /api/%FF HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['bytes that are no request', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
])("answers %s in the contract's shape, and lives", async (_, bytes) => {
  const answer = await exchange(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({
    success: false,
    error: { code: 'BAD_REQUEST', message: expect.any(String) as unknown },
  });
  expect((await server.app.inject('/healthz')).statusCode).toBe(200);
});

it.each([
  ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n', 400],
  [
    'two Authorization headers that differ',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n',
    400,
  ],
  [
    'one Authorization header twice',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer a\r\n',
    200,
  ],
  ['a foreign absolute address', 'GET http://evil.example/healthz HTTP/1.1\r\nHost: x\r\n', 400],
  ['its own absolute address', 'GET http://x/healthz HTTP/1.1\r\nHost: x\r\n', 200],
])('answers %s as it should', async (_, head, status) => {
  const answer = await exchange(`${head}Connection: close\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

async function exchange(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // The server may close the connection before it has read everything.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}
