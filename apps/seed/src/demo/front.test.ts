import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openFront } from './front.ts';

it('sends the session of the demo, and signs nobody out, below any path', async () => {
  const seen: unknown[] = [];
  const server = createServer(({ url, headers: { cookie, authorization } }, response) => {
    seen.push({ url, cookie, authorization });
    response.setHeader('set-cookie', 'of=the-server').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('PORT', '0').stubEnv('SVC_BASE_URL', 'https://example.com/demo/');
  const front = await openFront();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    front.close();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  front.open({ server: `http://127.0.0.1:${port}`, cookie: '__Secure-svc.session_token=demo' });
  expect(front.url).toBe('https://example.com/demo');

  const { origin } = new URL(front.receiver);
  const ask = async (path: string, headers: Record<string, string>): Promise<string | null> =>
    (await fetch(`${origin}${path}`, { headers })).headers.get('set-cookie');
  expect(await ask('/demo/executions', { cookie: 'svc.session_token=other' })).toBeNull();
  await ask('/api/whoami', { authorization: 'Bearer key', cookie: 'svc.session_token=other' });
  for (const path of ['/api/auth/sign-out', '/demo/api/auth/sign-out?now']) await ask(path, {});
  expect(seen).toEqual([
    { url: '/demo/executions', cookie: '__Secure-svc.session_token=demo' },
    { url: '/api/whoami', authorization: 'Bearer key' },
  ]);
});

it('refuses a wrong port in the words of the server', async () => {
  vi.stubEnv('PORT', 'abc');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(openFront()).rejects.toThrow("PORT 'abc' is not valid: expected a whole number");
});
