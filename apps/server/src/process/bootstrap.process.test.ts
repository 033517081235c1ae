import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clockEnv } from '../../test/clock.ts';
import { startServer, TEST_API_KEY, type TestServer } from '../../test/server.ts';
import { makeDatabase } from '../../test/test-database.ts';
import { bootstrap } from './bootstrap.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openDatabase } from '../db/connections/database.ts';
import { openDatabases } from '../db/connections/databases.ts';
import { createSystemDeps, version, type Deps } from '../deps.ts';
import { systemRandom } from '../random.ts';
import {
  deleteOrganization,
  eraseDeletedOrganizations,
} from '../lifetime/erasure/delete-organization.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../../..');
const NOTHING_GIVEN = { SVC_BOOTSTRAP_API_KEY: '' };
const PASSWORD = /password {2}((?:[a-z2-9]{4}-){3}[a-z2-9]{4}) +shown this once/;

it('prints address, owner, password and key on the first start, and they work', async () => {
  const server = await start({ env: NOTHING_GIVEN });
  const output = await printed(server);
  const password = PASSWORD.exec(output)?.[1] ?? '';
  const apiKey = /API key {3}(svc_\w{36}) +shown this once/.exec(output)?.[1] ?? '';

  const shown = output
    .replace(password, '<password>')
    .replaceAll(apiKey, '<key>')
    .replaceAll(REPOSITORY, '<checkout>');
  expect(shown).toBe(
    [
      `svc ${version} is ready`,
      `  address   ${server.url}   (API reference: ${server.url}/api/docs)`,
      '  owner     owner@svc.localhost',
      '  password  <password>                        shown this once; the first sign-in asks for a new one',
      '  API key   <key>   shown this once',
      '',
      'Report a first run from a project with Vitest:',
      `  export SVC_URL=${server.url} SVC_API_KEY=<key>`,
      "  npx vitest run --reporter=default --reporter='<checkout>/packages/vitest-reporter/dist/index.js'",
      'Then ask what failed:',
      "  node '<checkout>/packages/cli/bin/svc.js' executions show latest",
      `Jest, Playwright and report files: ${server.url}/start`,
      '',
    ].join('\n'),
  );
  expect(await signIn(server, { email: 'owner@svc.localhost', password })).toBe(200);
  expect(await mustChangePassword(server, { email: 'owner@svc.localhost', password })).toBe(true);
  expect(await whoami(server, apiKey)).toMatchObject({ organization: { name: 'Default' } });
});

it('prints lines that report a first run, and ask what failed, when they are pasted into a shell', async () => {
  const server = await start({ env: NOTHING_GIVEN });
  const [, lines = ''] = (await printed(server)).split('a project with Vitest:\n');
  const pasted = lines.split('\n').filter((line) => line.startsWith('  '));
  expect(pasted).toHaveLength(3);

  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', pasted.join('\n')], {
    cwd: join(REPOSITORY, 'examples/vitest'),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...clockEnv() },
  });

  expect(stderr).toContain(`svc: sent 13 results (1 flaky, 1 failed) to ${server.url}/executions/`);
  expect(stdout).toMatch(/cart . total . rounds a discount in favour of the shop/);
});

it('prints no secret on later starts', async () => {
  const { databaseUrl, drop } = await makeDatabase();
  onTestFinished(drop);
  await (await start({ databaseUrl, env: NOTHING_GIVEN })).stop();

  const second = await start({ databaseUrl, env: NOTHING_GIVEN });

  expect(await printed(second)).toBe(
    `svc ${version} is ready\n  address   ${second.url}   (API reference: ${second.url}/api/docs)\n`,
  );
});

it('takes key, address and password from the settings and does not print them', async () => {
  const owner = { email: 'Ada@Example.com', password: 'correct horse battery staple' };
  const server = await start({
    env: { SVC_BOOTSTRAP_EMAIL: owner.email, SVC_BOOTSTRAP_PASSWORD: owner.password },
  });
  const output = await printed(server);

  expect(output).not.toMatch(/ada@example|correct horse|shown this once|svc_\w{36}/i);
  expect(output).toContain('from a project with Vitest, with the key that you set:\n');
  expect(output).toContain(`  export SVC_URL=${server.url} SVC_API_KEY=svc_…\n`);
  expect(await signIn(server, owner)).toBe(200);
  expect(await mustChangePassword(server, owner)).toBe(false);
  expect(await whoami(server, TEST_API_KEY)).toMatchObject({ organization: { name: 'Default' } });
});

it('makes one organization, one owner and one key when two servers start at once', async () => {
  const { databaseUrl, drop } = await makeDatabase();
  onTestFinished(drop);
  const servers = await Promise.all([
    start({ databaseUrl, env: NOTHING_GIVEN }),
    start({ databaseUrl, env: NOTHING_GIVEN }),
  ]);
  const outputs = await Promise.all(servers.map(printed));

  expect(outputs.filter((output) => PASSWORD.test(output))).toHaveLength(1);
  expect(await rowCounts(databaseUrl)).toEqual({ organizations: 1, owners: 1, users: 1, keys: 1 });
});

it('makes nothing at all when the first start breaks off, so that the next one is the first', async () => {
  const { deps, databaseUrl } = await openDeps();
  let characters = 0;
  const breakingOff = (limit: number): number => {
    // The password takes the first 16 characters. Character 20 is in the middle of the key, after the organization
    // and the owner.
    if (++characters > 20) throw new Error('the machine went down');
    return systemRandom.integer(limit);
  };

  await expect(
    bootstrap({ ...deps, random: { ...systemRandom, integer: breakingOff } }),
  ).rejects.toThrow('the machine went down');

  expect(await rowCounts(databaseUrl)).toEqual({ organizations: 0, owners: 0, users: 0, keys: 0 });
  expect((await bootstrap(deps)).join('\n')).toMatch(PASSWORD);
});

it('makes nothing where users are left after the last organization is erased', async () => {
  const { deps, databaseUrl } = await openDeps();
  await bootstrap(deps);
  const [organization] = await deps.database.query<{ id: string }>(
    'SELECT organization_id AS id FROM organizations',
  );
  await deleteOrganization(deps, organization?.id ?? '', 'svc-admin');
  await eraseDeletedOrganizations(deps);

  expect((await bootstrap(deps)).join('\n')).not.toContain('shown this once');
  expect(await rowCounts(databaseUrl)).toEqual({ organizations: 0, owners: 0, users: 1, keys: 0 });
});

it('refuses a weak password and a wrong address, without repeating the password', () => {
  const env = { SVC_BOOTSTRAP_EMAIL: 'ada', SVC_BOOTSTRAP_PASSWORD: 'elevenchars' };

  expect(() => readConfig(env, '/')).toThrow(
    new ConfigError([
      "SVC_BOOTSTRAP_EMAIL 'ada' is not valid: expected an e-mail address such as owner@example.com.",
      'SVC_BOOTSTRAP_PASSWORD is not valid: expected 12 to 128 characters.',
    ]),
  );
});

/** The dependencies of a process on an empty database. */
async function openDeps(): Promise<{ deps: Deps; databaseUrl: string }> {
  const { databaseUrl, drop } = await makeDatabase();
  const databases = openDatabases(databaseUrl, 10, { info: () => {}, warn: () => {} });
  const folder = await mkdtemp(join(tmpdir(), 'svc-bootstrap-'));
  onTestFinished(async () => {
    await databases.close();
    await drop();
    await rm(folder, { recursive: true });
  });
  const env = { DATABASE_URL: databaseUrl, SVC_SECRET: 'x'.repeat(32), SVC_DATA_DIR: folder };
  return { deps: await createSystemDeps(readConfig(env, '/'), databases), databaseUrl };
}

async function start(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.stop());
  return server;
}

/** The server's output, which comes a moment after it is ready. */
async function printed(server: TestServer): Promise<string> {
  await vi.waitFor(() => expect(server.output()).toMatch(/address .*\n/), { timeout: 5_000 });
  return server.output();
}

async function signIn(server: TestServer, owner: object): Promise<number> {
  return (await signInAnswer(server, owner)).status;
}

function signInAnswer(server: TestServer, owner: object): Promise<Response> {
  return fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });
}

/** Reads what the dashboard reads after the sign-in. */
async function mustChangePassword(server: TestServer, owner: object): Promise<unknown> {
  const { headers } = await signInAnswer(server, owner);
  const response = await fetch(`${server.url}/trpc/account.get?input={}`, {
    headers: { authorization: `Bearer ${headers.get('set-auth-token')}` },
  });
  const { result } = (await response.json()) as {
    result: { data: { user: { mustChangePassword: boolean } } };
  };
  return result.data.user.mustChangePassword;
}

async function whoami(server: TestServer, token: string): Promise<unknown> {
  const response = await fetch(`${server.url}/api/whoami`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { data: unknown }).data;
}

async function rowCounts(databaseUrl: string): Promise<object | undefined> {
  const database = openDatabase(databaseUrl, 2);
  const [counts] = await database.query<object>(
    `SELECT (SELECT count(*)::integer FROM organizations) AS organizations,
            (SELECT count(*)::integer FROM members WHERE role = 'owner') AS owners,
            (SELECT count(*)::integer FROM users) AS users,
            (SELECT count(*)::integer FROM api_keys) AS keys`,
  );
  await database.close();
  return counts;
}
