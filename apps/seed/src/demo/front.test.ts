import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openFront } from './front.ts';

it.each([
  [undefined, '', 'svc.session_token'],
  ['https://demo.test', '', '__Host-svc.session_token'],
  ['https://demo.test/tools/svc/', '/tools/svc', '__Secure-svc.session_token'],
])('signs visitors of %s in, and never out', async (baseUrl, path, cookieName) => {
  vi.stubEnv('SVC_BASE_URL', baseUrl);
  vi.stubEnv('PORT', '0');
  const asked: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front = await openFront();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    front.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  front.open({ server: `http://127.0.0.1:${port}`, session: 'token.sig=' });
  const { origin } = new URL(front.receiver);
  await fetch(`${origin}${path}/trpc/account.get`, { headers: { cookie: 'svc.session_token=x' } });
  const signedOut = await fetch(`${origin}${path}/api/auth/sign-out`, { method: 'POST' });
  expect(await signedOut.json()).toEqual({ success: true });
  expect(asked.map(({ url, headers }) => [url, headers.cookie])).toEqual([
    [`${path}/trpc/account.get`, `${cookieName}=token.sig%3D`],
  ]);
});

it('refuses a wrong port in the words of the server', async () => {
  vi.stubEnv('PORT', 'abc');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(openFront()).rejects.toThrow("PORT 'abc' is not valid: expected a whole number");
});
