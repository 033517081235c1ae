import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';

let folder: string;
let server: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-docs-'));
  await mkdir(join(folder, 'operate/growing'), { recursive: true });
  await mkdir(join(folder, 'pagefind'));
  await writeFile(join(folder, 'index.html'), '<title>svc</title>');
  await writeFile(join(folder, '404.html'), '<title>no such page</title>');
  await writeFile(join(folder, 'operate/growing/index.html'), '<title>Growing</title>');
  await writeFile(join(folder, 'pagefind/wasm.en.pagefind'), Buffer.alloc(10_000, 7));
  await writeFile(join(folder, 'inline-scripts.json'), '["sha256-abc="]');
  server = await makeApp({ SVC_DOCS_DIR: folder });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it.each([
  ['/docs/', '<title>svc</title>'],
  ['/docs/operate/growing/', '<title>Growing</title>'],
])('has a page at %s, which runs only scripts of the documentation', async (url, text) => {
  const { statusCode, headers, body } = await server.app.inject({ url });
  expect([statusCode, body]).toEqual([200, text]);
  expect(headers['content-security-policy']).toContain(
    "script-src 'self' 'wasm-unsafe-eval' 'sha256-abc=';",
  );
});

it.each(['/docs', '/docs/operate/growing'])('leads from %s to the page', async (url) => {
  const { statusCode, headers } = await server.app.inject({ url });
  expect(statusCode).toBe(301);
  expect(new URL(String(headers.location), `http://localhost${url}`).pathname).toBe(`${url}/`);
});

it.each(['/docs/nothing/', '/docs/../package.json', '/docs/%2e%2e/%2e%2e/package.json'])(
  'has no page at %s',
  async (url) => {
    const { statusCode, body } = await server.app.inject({ url });
    expect(statusCode).toBe(404);
    if (url === '/docs/nothing/') expect(body).toContain('no such page');
  },
);

it('sends the index of the search as it is, though a browser takes compressed texts', async () => {
  const { headers, rawPayload } = await server.app.inject({
    url: '/docs/pagefind/wasm.en.pagefind',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(rawPayload).toHaveLength(10_000);
});
