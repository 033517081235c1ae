import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { OAuth2Server } from 'oauth2-mock-server';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort, startServer, type TestServer } from '../server.ts';

/*
 * What the built server loads only when it is used: each is a file of its own, with packages that the build has bundled.
 * Storage in a bucket is in artifacts.process.test.ts, and sign-in with a password in bootstrap.process.test.ts.
 */

const provider = new OAuth2Server();
const mails: string[] = [];
const receiver = new SMTPServer({
  authOptional: true,
  onData: callbackify(
    async (stream: Readable, _session: unknown) => void mails.push(await text(stream)),
  ),
  disabledCommands: ['STARTTLS'],
});
let server: TestServer;
/** The dashboard's host; the viewer of traces is on the other name of this machine. */
let url = '';

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  receiver.listen(0, '127.0.0.1');
  await once(receiver.server, 'listening');
  const smtp = receiver.server.address() as AddressInfo;
  const port = await freePort();
  url = `http://localhost:${port}`;
  server = await startServer({
    port,
    env: {
      SVC_BASE_URL: url,
      SVC_BOOTSTRAP_EMAIL: 'owner@example.com',
      SVC_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SVC_MAIL_FROM: 'svc@example.com',
      SVC_OIDC_ISSUER: provider.issuer.url ?? '',
      SVC_OIDC_CLIENT_ID: 'svc',
      SVC_OIDC_CLIENT_SECRET: 'the secret of svc',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  await new Promise<void>((resolve) => receiver.close(resolve));
});

it('serves the API reference and its script', async () => {
  const page = await fetch(`${url}/api/docs`);
  expect(page.url).toBe(`${url}/api/docs/`);
  const [, script = ''] = /src="([^"]+)"/.exec(await page.text()) ?? [];
  const loaded = await fetch(new URL(script, page.url));
  expect(loaded.headers.get('content-type')).toMatch(/javascript/);
  expect((await loaded.text()).length).toBeGreaterThan(1_000_000);
});

it('serves the trace viewer', async () => {
  const page = await fetch(`${server.url}/trace-viewer/index.html`);
  expect(await page.text()).toContain('<title>Playwright Trace Viewer</title>');
});

it('signs in at an OpenID Connect provider', async () => {
  const begun = await post('/api/auth/sign-in/social', { provider: 'oidc', callbackURL: '/' });
  const { url: address } = (await begun.json()) as { url: string };
  const atProvider = await fetch(address, { redirect: 'manual' });
  const back = new URL(atProvider.headers.get('location') ?? '');
  const cookie = begun.headers.getSetCookie().map((one) => one.split(';')[0]);
  const landed = await fetch(url + back.pathname + back.search, {
    redirect: 'manual',
    headers: { cookie: cookie.join('; ') },
  });
  // The tokens were exchanged and verified. The person has no verified address, and may not sign up.
  expect(landed.headers.get('location')).toMatch(/\/sign-in\?error=\w*email\w*/);
});

it('sends mail', async () => {
  const asked = await post('/trpc/account.requestPasswordReset', { email: 'owner@example.com' });
  expect(asked.status).toBe(200);
  await vi.waitFor(() => expect(mails).toHaveLength(1), { timeout: 20_000, interval: 100 });
  expect(mails[0]).toContain('To: owner@example.com');
});

function post(path: string, body: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
}
