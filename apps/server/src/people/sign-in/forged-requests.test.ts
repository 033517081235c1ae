import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import chromium from '@sparticuz/chromium';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../test/browser.ts';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { freePort } from '../../../test/server.ts';

let test: TestApp;
let browser: Browser;
let context: BrowserContext;
let address: string;
let owner: { email: string; password: string };
/** Another origin of the same site: its requests carry cookies that are SameSite=Lax. */
let elsewhere: Server;
let page: string;

beforeAll(async () => {
  const port = await freePort();
  address = `http://localhost:${port}`;
  test = await makeApp({ SVC_BASE_URL: address });
  owner = await test.signIn();
  await test.app.listen({ host: '127.0.0.1', port });
  elsewhere = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(request.url === '/' ? page : '');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  // The package turns off what this file tests.
  browser = await launchBrowser(
    chromium.args.filter((arg) => !/web-security|site-isolation|insecure/.test(arg)),
  );
  context = await browser.newContext();
});
afterAll(async () => {
  await browser.close();
  elsewhere.close();
  await test.close();
});

/** Signs in on a page of the server itself, as the dashboard does. */
async function signIn(): Promise<Page> {
  const own = await context.newPage();
  // A page without scripts: the dashboard would go on to another page by itself.
  await own.goto(`${address}/healthz`);
  const status = await own.evaluate(async (body) => {
    const answer = await fetch('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.status;
  }, owner);
  expect(status).toBe(200);
  return own;
}

async function nameOfOrganization(own: Page): Promise<string> {
  return own.evaluate(async () => {
    const answer = await fetch('/api/whoami');
    const { data } = (await answer.json()) as { data: { organization: { name: string } } };
    return data.organization.name;
  });
}

async function openElsewhere(html: string): Promise<Page> {
  page = html;
  const other = await context.newPage();
  await other.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`);
  return other;
}

it('keeps the session in a cookie that scripts cannot read, and changes things from its own pages', async () => {
  const own = await signIn();
  expect(await own.evaluate('document.cookie')).toBe('');
  const [cookie] = await context.cookies(address);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: false });
  const status = await own.evaluate(async () => {
    const answer = await fetch('/trpc/organizations.rename', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Renamed' }),
    });
    return answer.status;
  });
  expect([status, await nameOfOrganization(own)]).toEqual([200, 'Renamed']);
  await own.close();
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
  'changes nothing for a form of another origin with the type %s',
  async (type) => {
    const own = await signIn();
    const before = await nameOfOrganization(own);
    const other = await openElsewhere(
      `<form method="post" action="${address}/trpc/organizations.rename" enctype="${type}">
         <input name='{"name":"Forged","x":"' value='"}'>
       </form>`,
    );
    const [response] = await Promise.all([
      other.waitForResponse(/organizations\.rename/),
      other.evaluate(`document.querySelector('form').submit()`),
    ]);
    const { cookie, origin } = await response.request().allHeaders();
    // The browser did send the session.
    expect([response.status(), cookie?.startsWith('svc.session_token=')]).toEqual([403, true]);
    expect(origin).not.toBe(address);
    expect(await nameOfOrganization(own)).toBe(before);
    await Promise.all([own.close(), other.close()]);
  },
);

it('changes nothing for scripts, links and images of another origin', async () => {
  const own = await signIn();
  const before = await nameOfOrganization(own);
  const input = encodeURIComponent(JSON.stringify({ name: 'Forged' }));
  const url = `${address}/trpc/organizations.rename`;
  const other = await openElsewhere(`<img src="${url}?input=${input}">`);
  const outcomes = await other.evaluate(
    async ({ url, input }) => {
      const outcome = async (init: RequestInit): Promise<string> => {
        try {
          const answer = await fetch(url, { credentials: 'include', ...init });
          return `${answer.type} ${answer.status}`;
        } catch {
          return 'refused';
        }
      };
      const body = decodeURIComponent(input);
      return [
        // A browser asks first whether it may send this type, and may not.
        await outcome({
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
        await outcome({ method: 'POST', body }),
        await outcome({ method: 'POST', body, mode: 'no-cors' }),
      ];
    },
    { url, input },
  );
  expect(outcomes).toEqual(['refused', 'refused', 'opaque 0']);
  expect(await other.evaluate(`navigator.sendBeacon('${url}', '{"name":"Forged"}')`)).toBe(true);
  const visited = await other.goto(`${url}?input=${input}`);
  expect(visited?.status()).toBe(405);
  expect(await nameOfOrganization(own)).toBe(before);
  await Promise.all([own.close(), other.close()]);
});
