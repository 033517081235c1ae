import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { Folder } from './folder.ts';
import { startPackedServer } from './packed-server.ts';

const { url, apiKey, output } = inject('server');

it('prints what to do next, with published packages', () => {
  const password = /password {2}(\S+)/.exec(output)?.[1] ?? '';
  const shown = output.replaceAll(apiKey, '<key>').replaceAll(password, '<password>');
  expect(shown).toContain('<key>');
  expect(shown.slice(shown.indexOf(`svc ${inject('version')}`))).toBe(
    [
      `svc ${inject('version')} is ready`,
      `  address   ${url}   (API reference: ${url}/api/docs)`,
      `  data      ${join(inject('serverFolder'), '.svc')}`,
      '  owner     owner@svc.localhost',
      '  password  <password>                        shown this once; the first sign-in asks for a new one',
      '  API key   <key>   shown this once',
      '',
      'Report a first run from a project with Vitest:',
      '  npm install --save-dev @svc/vitest-reporter',
      `  export SVC_URL=${url} SVC_API_KEY=<key>`,
      "  npx vitest run --reporter=default --reporter='@svc/vitest-reporter'",
      'Then ask what failed:',
      '  npx @svc/cli executions show latest',
      `Jest, Playwright and report files: ${url}/start`,
      '',
    ].join('\n'),
  );
  expect(existsSync(join(inject('serverFolder'), '.svc/postgres/PG_VERSION'))).toBe(true);
});

it('serves its dashboard', async () => {
  const page = await fetch(`${url}/executions`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  expect(html).toContain('<div id="root">');
  const loaded = await fetch(`${url}${script}`);
  expect(loaded.headers.get('content-type')).toMatch(/javascript/);
  // The production build: React's other build advertises these.
  expect(await loaded.text()).not.toContain('React DevTools');
});

it.each([
  ['documentation', url, '/docs/'],
  ['API reference', url, '/api/docs/'],
  // On another host, as a trace is a foreign page.
  ['trace viewer', url.replace('localhost', '127.0.0.1'), '/trace-viewer/index.html'],
])('serves its %s', async (_name, host, path) => {
  const page = await fetch(host + path);
  expect({ status: page.status, html: await page.text() }).toEqual({
    status: 200,
    html: expect.stringMatching(/<script/),
  });
});

it('is administered by svc-admin while it runs', async () => {
  const folder = new Folder(24, inject('serverFolder'));
  const made = await folder.run('npx', ['svc-admin', 'keys', 'create', '--name', 'packed']);
  const key = /svc_\w{36}/.exec(made.stdout)?.[0] ?? '';
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${url}/api/executions`, { headers })).status).toBe(200);
});

it.each([20, 22] as const)('refuses Node %s in two lines', async (major) => {
  const folder = new Folder(major, inject('serverFolder'));
  for (const command of ['svc-server', 'svc-admin']) {
    const { status, stdout, stderr } = await folder.run('npx', [command]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(
      new RegExp(
        `^${command}: requires Node\\.js 24; this is ${major}\\.[\\d.]+\n` +
          `try: npx -y -p node@24 -p @svc/server ${command}\n$`,
      ),
    );
  }
});

it('starts where no install script has run, as with pnpm', async () => {
  const folder = new Folder(24);
  // So that ignored scripts are a warning.
  folder.write({ 'pnpm-workspace.yaml': 'strictDepBuilds: false\n' });
  await folder.pnpmAdd(inject('tarballs')['@svc/server'] ?? '');
  const server = await startPackedServer(folder, ['npx', '-y', 'pnpm@12', 'exec', 'svc-server']);
  expect(server.apiKey).toMatch(/^svc_/);
  const again = await folder.run('npx', ['svc-server'], { PORT: '4499' });
  expect(again.stderr).toContain('Another svc server uses the data directory');
  await server.stop();
  expect(server.output()).toMatch(/svc: stopped after [\d.]+ s\n$/);
  expect(existsSync(join(folder.path, '.svc/postgres/postmaster.pid'))).toBe(false);
});
