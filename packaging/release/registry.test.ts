import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { checkPublished } from './checks.ts';
import { findPublished, hasProvenance, isTrustedPublisher, npm } from './registry.ts';

const NPM = 'https://registry.npmjs.org';

/** Has 1.0.0 of `@acme/cli`, and another version of `@acme/server`. In a process of its own, because npm is waited for. */
const REGISTRY = `
const { createServer } = require('node:http');
const versions = {
  '/@acme%2fcli': { '1.0.0': { name: '@acme/cli', version: '1.0.0', gitHead: 'a1b2c3' } },
  '/@acme%2fold': { '1.0.0': { name: '@acme/old', version: '1.0.0' } },
  '/@acme%2fserver': { '0.9.0': { name: '@acme/server', version: '0.9.0' } },
};
const server = createServer(({ url }, response) => {
  if (url === '/@acme%2fsecret') return response.writeHead(403).end('{}');
  if (versions[url] === undefined) return response.writeHead(404).end('{}');
  response.end(JSON.stringify({ 'dist-tags': {}, versions: versions[url] }));
}).listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

beforeAll(() => {
  // npm's settings name a registry that nobody may ask.
  const settings = join(mkdtempSync(join(tmpdir(), 'registry-')), 'npmrc');
  writeFileSync(settings, '@acme:registry=http://127.0.0.1:1/\nfetch-retries=0\n');
  vi.stubEnv('NPM_CONFIG_USERCONFIG', settings);
});

it('asks the registry that is named, and learns the commit of what it has', async () => {
  const server = spawn(process.execPath, ['-e', REGISTRY]);
  onTestFinished(() => void server.kill());
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const place = { scope: '@acme', registry: `http://127.0.0.1:${String(port).trim()}` };
  const find = (name: string) => findPublished(`@acme/${name}`, '1.0.0', place);
  expect(find('cli')).toEqual({ name: '@acme/cli', commit: 'a1b2c3' });
  expect(find('old')).toEqual({ name: '@acme/old', commit: null });
  expect(find('server')).toBeNull();
  expect(find('unknown')).toBeNull();
  expect(() => find('secret')).toThrow(/whether it has @acme\/secret: 403 /);
  expect(npm(['config', 'get', '@acme:registry'], place).stdout.trim()).toBe(place.registry);
}, 60_000);

const publishedFrom = (commit: string | null) => [{ name: '@acme/cli', commit }];

it('goes on with a release only from its commit', () => {
  expect(checkPublished([], 'a1')).toBeNull();
  expect(checkPublished(publishedFrom('a1'), 'a1')).toBeNull();
  expect(checkPublished(publishedFrom('b2'), 'a1')).toMatch(/^@acme\/cli is published from b2: /);
  expect(checkPublished(publishedFrom(null), 'a1')).toMatch(/published from an unknown commit: /);
});

it.each([
  [NPM, {}, [false, false]],
  [NPM, { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://…' }, [true, true]],
  [NPM, { NPM_ID_TOKEN: '…' }, [true, false]],
  [NPM, { NPM_ID_TOKEN: '…', SIGSTORE_ID_TOKEN: '…' }, [true, true]],
  // The statement would be public.
  ['https://npm.acme.com', { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://…' }, [false, false]],
])('knows at %s with %j whether CI needs a login, and has a provenance', (registry, env, facts) => {
  expect([isTrustedPublisher(registry, env), hasProvenance(registry, env)]).toEqual(facts);
});
