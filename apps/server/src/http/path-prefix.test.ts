import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as ask, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { IngestAnswer } from '@svc/contract/executions/ingest';
import { OWN_SEGMENTS } from '@svc/contract/zod-free/own-path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { makeResult, makeUpload } from '../../test/make.ts';

const BASE = 'https://example.test/svc';
const FILE = '<!doctype html><html data-site="./"><script src="./theme.js"></script></html>';

let folder: string;
let server: TestApp;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-prefix-'));
  await mkdir(join(folder, 'docs/send'), { recursive: true });
  await writeFile(join(folder, 'index.html'), FILE);
  await writeFile(join(folder, 'docs/index.html'), '<title>svc</title>');
  await writeFile(join(folder, 'docs/404.html'), '<link href="./common.css"><a href="./">svc</a>');
  await writeFile(join(folder, 'docs/send/index.html'), '<title>Send</title>');
  await writeFile(join(folder, 'docs/inline-scripts.json'), '[]');
  server = await makeApp({
    // Slashes at the end make no difference.
    SVC_BASE_URL: `${BASE}/`,
    SVC_DASHBOARD_DIR: folder,
    SVC_DOCS_DIR: join(folder, 'docs'),
    SVC_TRACE_VIEWER_URL: 'https://traces.test',
  });
  address = await server.listen();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address + path, { redirect: 'manual', ...init });
}

describe.each([
  ['behind a proxy that passes the path on', '/svc'],
  ['behind a proxy that removes the path', ''],
])('%s', (_proxy, prefix) => {
  it.each([
    ['/', 200],
    ['/executions/0198a0a0-0000-7000-8000-000000000001?tab=flaky', 200],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 200],
    ['/api/openapi.json', 200],
    ['/api/docs/', 200],
    ['/docs/', 200],
    ['/docs/send/', 200],
    ['/docs/nothing/', 404],
    ['/artifacts/0198a0a0-0000-7000-8000-000000000001', 403],
    ['/api/executions', 401],
    ['/trpc/whoami.get', 401],
  ])('answers %s with %i', async (path, status) => {
    const answer = await request(prefix + path, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(status);
  });

  it('names its files below the path, on every page', async () => {
    const placed = FILE.replaceAll('"./', '"/svc/');
    for (const path of ['/', '/executions', '/tests/1?tab=runs']) {
      const page = await request(prefix + path, { headers: { accept: 'text/html' } });
      expect(await page.text()).toBe(placed);
    }
    const missing = await request(`${prefix}/docs/send/nothing/`);
    expect(await missing.text()).toBe(
      '<link href="/svc/docs/common.css"><a href="/svc/docs/">svc</a>',
    );
  });

  it.each(['/docs', '/docs/send', '/api/docs'])('redirects %s below the path', async (path) => {
    const { status, headers } = await request(prefix + path);
    expect(status).toBe(301);
    // The browser asked for the public address, whatever the proxy made of it.
    expect(new URL(headers.get('location') ?? '', BASE + path).href).toBe(`${BASE}${path}/`);
  });

  it('takes a report, and signs addresses below the path', async () => {
    const artifact = {
      clientId: 'log',
      name: 'a.log',
      kind: 'log' as const,
      contentType: 'text/plain',
      sizeBytes: 3,
    };
    const headers = {
      authorization: `Bearer ${server.apiKey}`,
      'content-type': 'application/json',
    };
    const body = makeUpload({ results: [makeResult({ artifacts: [artifact] })] });
    const answer = await request(`${prefix}/api/ingest`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data: IngestAnswer };
    expect(data.url).toBe(`${BASE}/executions/${data.executionId}`);
    const [signed] = data.uploads;
    expect(signed?.url).toMatch(/^https:\/\/example\.test\/svc\/artifacts\//);
    const stored = await request(`${prefix}${signed?.url.slice(BASE.length)}`, {
      method: 'PUT',
      headers: signed?.headers ?? {},
      body: 'abc',
    });
    expect(stored.status).toBe(200);
  });

  it('keeps the cookie of a session to the path', async () => {
    const { email, password } = await server.signIn();
    const answer = await request(`${prefix}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: 'https://example.test', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-svc\.session_token=.*; Path=\/svc; .*Secure/);
    const session = await request(`${prefix}/api/auth/get-session`, {
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(await session.text()).toContain(email);
  });

  it('takes a request whose first line names the host, as clients of a forward proxy send it', async () => {
    const asked = ask(address, {
      path: `http://example.test${prefix}/api/auth/get-session`,
      headers: { host: 'example.test' },
    });
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
    expect([answer.statusCode, await text(answer)]).toEqual([200, 'null']);
  });

  it('names its own address to a client that has a wrong one', async () => {
    const answer = await request(`${prefix}/typo/api/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzipSync('{}'),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      {
        error: {
          message: `There is nothing at POST /typo/api/ingest: the address of this server is ${BASE}.`,
        },
      },
    ]);
  });
});

it('has its page at the path without a slash', async () => {
  for (const path of ['/svc', '/svc?project=shop']) {
    const { status } = await request(path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
  }
  // Another name that only begins like the path.
  expect((await request('/svcx/healthz')).status).toBe(404);
});

it('names its address in the OpenAPI document', async () => {
  const document = (await (await request('/svc/api/openapi.json')).json()) as object;
  expect(document).toMatchObject({ servers: [{ url: `${BASE}/api` }] });
});

it('lets the reference page call the API below the path', async () => {
  const page = await (await request('/svc/api/docs/')).text();
  expect(page).toContain('/svc/api/openapi.json');
});

it('knows the first segment of each of its routes and pages, which no path may have', async () => {
  const routes = server.app.printRoutes({ commonPrefix: false });
  const ofServer = [...routes.matchAll(/^[├└]── \/([\w-]+)[/ ]/gm)].map(([, segment]) => segment);
  const router = await readFile(
    new URL('../../../dashboard/src/router.tsx', import.meta.url),
    'utf8',
  );
  const ofPages = [...router.matchAll(/path: '\/([\w-]+)/g)].map(([, segment]) => segment);
  expect(ofServer).toContain('api');
  expect(ofPages).toContain('executions');
  expect([...ofServer, ...ofPages].filter((one = '') => !OWN_SEGMENTS.includes(one))).toEqual([]);
});
