import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUpload } from '../test/make.ts';
import { startServer, type TestServer } from '../test/server.ts';
import { makeDisk } from '../test/storages/storages.ts';
import { clockEnv } from '../test/clock.ts';

const ADMIN = fileURLToPath(new URL('../dist/admin.js', import.meta.url));

let server: TestServer;
let disk: Awaited<ReturnType<typeof makeDisk>>;
beforeAll(async () => {
  disk = await makeDisk();
  server = await startServer({ env: disk.env });
});
afterAll(async () => {
  await server.stop();
  await disk.close();
});

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs svc-admin while the server runs. */
async function admin(...args: string[]): Promise<Ended> {
  const env = {
    ...clockEnv(),
    PATH: process.env['PATH'],
    DATABASE_URL: server.databaseUrl,
    SVC_SECRET: 'a secret that only the tests know, long enough',
    ...disk.env,
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [ADMIN, ...args], {
      env,
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

const whoami = (apiKey: string) =>
  fetch(`${server.url}/api/whoami`, { headers: { authorization: `Bearer ${apiKey}` } });

it('makes an organization whose key works, and deletes it with its keys', async () => {
  const made = await admin('organizations', 'create', 'Demo');
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('Organization Demo (') });
  const apiKey = made.out.trim();
  expect(await (await whoami(apiKey)).json()).toMatchObject({
    data: { organization: { name: 'Demo' } },
  });
  const { out: list } = await admin('organizations', 'list');
  expect(list).toMatch(/^ID {36}CREATED {5}PROJECTS {2}EXECUTIONS {2}NAME\n.+Default\n.+Demo\n$/);
  const { out: keys } = await admin('--organization', 'Demo', 'keys', 'list');
  expect(keys).toContain('First key');

  const unsure = await admin('organizations', 'delete', 'Demo');
  expect(unsure).toMatchObject({ code: 1, err: expect.stringContaining("'--yes'") });
  expect((await whoami(apiKey)).status).toBe(200);
  const deleted = await admin('organizations', 'delete', 'Demo', '--yes');
  expect(deleted).toMatchObject({ code: 0, out: "'Demo' is erased, with 1 row and its files.\n" });
  expect((await whoami(apiKey)).status).toBe(401);
  expect((await admin('organizations', 'list')).out).not.toContain('Demo');
  expect((await whoami(server.apiKey)).status).toBe(200);
});

it('makes a key that may only upload', async () => {
  const made = await admin('keys', 'create', '--name', 'CI', '--scope', 'ingest');
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining("'CI' may upload in ") });
  expect(await (await whoami(made.out.trim())).json()).toMatchObject({
    data: { credential: { name: 'CI', scope: 'ingest' } },
  });
});

it('makes a key that is bound to projects and branches, and shows what to', async () => {
  const create = (...args: string[]) => admin('keys', 'create', '--name', 'PR', ...args);
  const bounds = ['--project', 'web', '--project', 'api', '--branch', '!release/*', '--no-base'];
  const made = await create('--scope', 'ingest', ...bounds);
  expect(made).toMatchObject({
    code: 0,
    err: "'PR' may upload in organization Default, only projects web and api, not branches release/*, not the base branch. The key is shown this once:\n",
  });
  expect(await (await whoami(made.out.trim())).json()).toMatchObject({
    data: {
      credential: {
        bounds: { projects: ['web', 'api'], branches: ['!release/*'], mayClaimBase: false },
      },
    },
  });
  expect((await admin('keys', 'list')).out).toMatch(
    /only projects web and api, not branches release\/\*, not the base branch {2}PR\n/,
  );
  const full = await create('--project', 'web');
  expect(full).toMatchObject({
    code: 1,
    err: expect.stringContaining("Only a key with the scope 'ingest' can be bound") as string,
  });
  const nothing = await create('--scope', 'ingest', '--branch', '!');
  expect(nothing).toMatchObject({
    code: 1,
    err: expect.stringContaining('Expected a branch, or a pattern') as string,
  });
});

it('lists projects, and deletes one with its executions', async () => {
  const made = await admin('organizations', 'create', 'Projects');
  const authorization = `Bearer ${made.out.trim()}`;
  for (const project of ['shop', 'web']) {
    const response = await fetch(`${server.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(makeUpload({ execution: { project } })),
    });
    expect(response.status).toBe(200);
  }
  const list = () => admin('--organization', 'Projects', 'projects', 'list');
  expect((await list()).out).toMatch(
    /^CREATED {5}EXECUTIONS {2}TESTS {2}NAME\n\S+ {2}1 {11}1 {6}shop\n\S+ {2}1 {11}1 {6}web\n$/,
  );
  const deleted = await admin('--organization', 'Projects', 'projects', 'delete', 'shop', '--yes');
  expect(deleted).toMatchObject({ code: 0, out: "Project 'shop' is erased, with 1 execution.\n" });
  expect((await list()).out).not.toContain('shop');
  const unknown = await admin('--organization', 'Projects', 'projects', 'delete', 'shop', '--yes');
  expect(unknown).toMatchObject({
    code: 1,
    err: "svc-admin: there is no project 'shop': 'svc-admin projects list' shows all.\n",
  });
});

it('says how to find an organization that it does not know, or knows twice', async () => {
  const unknown = await admin('organizations', 'delete', 'Nobody', '--yes');
  expect(unknown).toEqual({
    code: 1,
    out: '',
    err: "svc-admin: there is no organization 'Nobody': 'svc-admin organizations list' shows all.\n",
  });
  await admin('organizations', 'create', 'Twin');
  await admin('organizations', 'create', 'Twin');
  const twice = await admin('organizations', 'delete', 'Twin', '--yes');
  expect(twice.err).toMatch(
    /^svc-admin: 2 organizations have the name 'Twin'\. Give the id of one: [0-9a-f-]{36}, [0-9a-f-]{36}\.\n$/,
  );
});

it('lists users, resets a password, and deletes a user unless they are the last owner', async () => {
  const email = 'owner@svc.localhost';
  const signIn = async (password: string) =>
    fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
  const { out: list } = await admin('users', 'list');
  expect(list).toMatch(
    /^CREATED {5}LAST ACTIVE {2}E-MAIL {15}VERIFIED {2}NAME {3}ORGANIZATIONS\n\S+ {2}never {8}owner@svc\.localhost {2}yes {7}Owner {2}owner of Default\n$/,
  );
  const reset = await admin('users', 'reset-password', 'Owner@svc.localhost');
  expect(reset).toMatchObject({ code: 0, err: expect.stringContaining('are ended') });
  const password = reset.out.trim();
  expect(password).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);

  const signedIn = await signIn(password);
  const token = signedIn.headers.get('set-auth-token') ?? '';
  const refused = await whoami(token);
  expect([signedIn.status, refused.status]).toEqual([200, 403]);
  expect(await refused.json()).toMatchObject({
    error: { details: [{ path: 'mustChangePassword' }] },
  });
  const second = await admin('users', 'reset-password', email);
  expect((await whoami(token)).status).toBe(401);
  expect((await signIn(password)).status).toBe(401);
  expect((await signIn(second.out.trim())).status).toBe(200);

  const added = await admin('users', 'add', 'Ada@svc.test', '--role', 'owner');
  expect(added).toMatchObject({ code: 0, err: expect.stringContaining('Default now, as owner') });
  expect(added.out).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}\n$/);
  expect(await admin('users', 'add', 'ada@svc.test')).toMatchObject({
    out: "'ada@svc.test' is a member of Default already.\n",
  });
  expect(await admin('users', 'add', 'ada')).toMatchObject({ code: 1 });
  expect(await admin('users', 'delete', 'ada@svc.test', '--yes')).toMatchObject({ code: 0 });
  expect((await admin('users', 'list')).out).not.toContain('ada@svc.test');
  expect(await admin('users', 'delete', email, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is the last owner'),
  });
  expect(await admin('users', 'reset-password', 'nobody@svc.test')).toMatchObject({
    code: 1,
    err: "svc-admin: there is no user 'nobody@svc.test': 'svc-admin users list' shows all.\n",
  });
});

it('shows and sets the quota of an organization', async () => {
  const name = `Full ${randomUUID()}`;
  await admin('organizations', 'create', name);
  const quota = (...args: string[]) => admin('organizations', 'quota', name, ...args);
  expect(await quota()).toEqual({
    code: 0,
    out: 'results    0, without limit\nartifacts  0 B, without limit\n',
    err: '',
  });
  expect((await quota('--results', '5000000', '--bytes', '20000000000')).out).toBe(
    'results    0 of 5,000,000\nartifacts  0 B of 20.0 GB\n',
  );
  expect(await quota('--results', 'off', '--bytes', 'default')).toMatchObject({
    out: 'results    0, without limit\nartifacts  0 B, without limit\n',
    err: '',
  });
  expect(await quota('--results', '-1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Expected a whole number from 1, off or default.') as string,
  });
});

it('sets retention, and removes its limits', async () => {
  const organization = `Kept ${randomUUID()}`;
  await admin('organizations', 'create', organization);
  const set = (...args: string[]) =>
    admin('--organization', organization, 'retention', 'set', ...args);
  expect((await set('--results', '30', '--artifacts', '7')).out).toMatch(
    /^results {4}30 days\nartifacts {2}7 days\nroll-ups {3}without limit\n/,
  );
  expect((await set('--results', 'off')).out).toMatch(
    /^results {4}without limit\nartifacts {2}7 days\n/,
  );
  expect(await set('--roll-ups', '0')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Expected a number of days from 1 to 36500, or off.') as string,
  });
});

it('shows and rotates the key of stored secrets, and generates no secret beside SVC_SECRET', async () => {
  const shown = await admin('secrets', 'show');
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(
    /^KEY {11}WEBHOOKS {2}VALUES {2}STATUS\n[\da-f]{12} {2}0 {9}0 {7}present\n$/,
  );
  expect((await admin('secrets', 'rotate')).out).toMatch(
    /^0 webhooks are encrypted again\. The present key is [\da-f]{12}\.\n$/,
  );
  expect(await admin('secrets', 'rotate', '--new')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('svc-admin: SVC_SECRET is set') as string,
  });
});

it.each(['backup', 'restore'])('refuses an empty folder for a %s', async (command) => {
  expect(await admin(command, '')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Expected a folder.'),
  });
});
