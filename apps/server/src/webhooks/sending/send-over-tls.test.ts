import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CERTIFICATE, PRIVATE_KEY } from '../../../test/webhooks/self-signed-certificate.ts';
import { openSender } from './send-request.ts';

// A separate file, because it changes the trusted certificates of the whole process.
const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_, response) => {
  response.end('ok');
});
let handshakes = 0;
server.on('secureConnection', () => handshakes++);
const trusted = getCACertificates();

let port: number;
beforeAll(async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  handshakes = 0;
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  server.close();
});

const sender = openSender(
  { allowPrivate: true, allowedPorts: [] },
  { resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) },
);
afterAll(() => sender.close());
const post = (host: string) =>
  sender.send({ url: `https://${host}:${port}/`, headers: {}, body: '{}' });

it('makes one TLS handshake for many requests to one receiver', async () => {
  for (let count = 0; count < 50; count++) {
    expect(await post('localhost')).toMatchObject({ status: 200, error: null, body: 'ok' });
  }
  expect(handshakes).toBe(1);
});

it('reports a certificate of another host name', async () => {
  expect(await post('receiver.test')).toMatchObject({
    status: null,
    error: 'the TLS certificate is for another host name',
  });
});
