import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerHere } from '@svc/server/test/server-here.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeShell,
  makeSignedInShell,
  OWNER,
  startSessionServer,
} from '../../../test/session-server.ts';

let server: ServerHere;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server.stop());

const login = (...more: string[]) => ['login', '--url', server.url, ...more];
const host = () => new URL(server.url).host;

function stable(text: string): string {
  return text
    .replaceAll(server.url, 'URL')
    .replaceAll(host(), 'HOST')
    .replaceAll(/\(svc \d+\.\d+\.\d+\)/g, '(svc N)')
    .replaceAll(/\/\S*config\.json/g, 'PATH')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'TIME');
}

it('signs in with a password, and uses the session from then on', async () => {
  const { svc, home } = await makeShell();
  const args = login('--email', OWNER.email, '--password-stdin');
  const { status, stdout, stderr } = await svc(args, { input: `${OWNER.password}\n` });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stable(stdout)).toMatchInlineSnapshot(`
    "✓ signed in to URL
      as       owner@example.com, owner of Default
      context  HOST, the current one
      stored   PATH
    "
  `);
  const path = join(home, '.config/svc/config.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, 'utf8')).not.toContain(OWNER.password);

  const whoami = await svc(['whoami']);
  expect(stable(whoami.stdout)).toMatchInlineSnapshot(`
    "owner@example.com, owner of Default
      server   URL (svc N), from the context HOST
      session  from the context HOST
      limits   100000 reads and 100000 writes a minute
      expires  TIME, later with each day of use
    "
  `);
  const json = JSON.parse((await svc(['whoami', '--json'])).stdout) as object;
  expect(json).toMatchObject({
    credential: { kind: 'session', name: OWNER.email, role: 'owner' },
    settings: {
      url: server.url,
      urlSource: 'config file',
      credentialSource: 'config file',
      context: host(),
    },
  });
  expect((await svc(['executions', '--all-projects'])).status).toBe(0);
});

it('ends the session on the server when it signs out', async () => {
  const { svc, home } = await makeSignedInShell(server);
  const text = await readFile(join(home, '.config/svc/config.json'), 'utf8');
  const { contexts } = JSON.parse(text) as { contexts: Record<string, { token: string }> };
  const token = contexts[host()]?.token ?? '';
  const ask = () =>
    fetch(`${server.url}/api/whoami`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);
  expect(await svc(['logout'])).toEqual({
    status: 0,
    stdout: `✓ signed out of ${host()}\n`,
    stderr: '',
  });
  expect((await ask()).status).toBe(401);
  const again = await svc(['logout', '--url', server.url]);
  expect(again.stderr).toBe(`svc: not signed in to ${server.url}\ntry: svc context list\n`);
});

it('stores an API key from stdin, and only removes it later', async () => {
  const { svc } = await makeShell();
  const stored = await svc(login('--with-token', '--name', 'ci'), { input: `${server.apiKey}\n` });
  expect(stable(stored.stdout)).toContain('  as       key First key (scope full) of Default\n');
  expect((await svc(['whoami'])).stdout).toContain('from the context ci\n');
  expect((await svc(['logout'])).stdout).toBe('✓ removed the API key for ci; it stays valid\n');
  expect((await svc(['whoami'])).status).toBe(3);
  const answer = await fetch(`${server.url}/api/whoami`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  expect(answer.status).toBe(200);
});

it('keeps several servers apart', async () => {
  const { svc } = await makeSignedInShell(server);
  await svc(login('--with-token', '--name', 'ci'), { input: server.apiKey });
  const list = await svc(['context']);
  expect(stable(list.stdout).replaceAll(/ {2,}/g, '  ')).toMatchInlineSnapshot(`
    "CONTEXT  SERVER  SIGNED IN
      HOST  URL  as owner@example.com
    * ci  URL  with an API key
    "
  `);
  expect(list.stdout + (await svc(['context', 'list', '--json'])).stdout).not.toContain(
    server.apiKey,
  );
  expect((await svc(['whoami'])).stdout).toMatch(/^key First key/);
  expect((await svc(['whoami', '--context', host()])).stdout).toMatch(/^owner@example\.com, owner/);
  expect((await svc(['context', 'use', host()])).stdout).toBe(
    `✓ svc now uses ${host()} (${server.url})\n`,
  );
  expect((await svc(['whoami'])).stdout).toMatch(/^owner@example\.com, owner/);
  expect((await svc(['whoami'], { env: { SVC_CONTEXT: 'ci' } })).stdout).toMatch(/^key First key/);
  expect((await svc(['context', 'remove', 'ci'])).stdout).toBe('✓ removed ci\n');
  expect((await svc(['whoami', '--context', 'ci'])).stderr).toBe(
    "svc: there is no context 'ci'\ntry: svc context list\n",
  );
});

it('says to sign in again once the session is over', async () => {
  const { svc, home } = await makeSignedInShell(server);
  const text = await readFile(join(home, '.config/svc/config.json'), 'utf8');
  const { contexts } = JSON.parse(text) as { contexts: Record<string, { token: string }> };
  await fetch(`${server.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${contexts[host()]?.token ?? ''}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(await svc(['executions', '--all-projects'])).toEqual({
    status: 3,
    stdout: '',
    stderr: `svc: the session of ${OWNER.email} is over\ntry: svc login --url ${server.url}\n`,
  });
});

it('stores nothing that the server refuses', async () => {
  const { svc } = await makeShell();
  const wrong = await svc(login('--email', OWNER.email, '--password-stdin'), { input: 'no' });
  expect(wrong).toEqual({
    status: 3,
    stdout: '',
    stderr:
      'svc: the address or the password is wrong\n' +
      'try: repeat the command; people without a password sign in with svc login\n',
  });
  const cut = await svc(login('--with-token'), { input: server.apiKey.slice(0, -1) });
  expect(cut.stderr).toContain('is mistyped or cut short\n');
  expect((await svc(['context'])).stdout).toMatch(/^No contexts in\s/);
});

it('warns of variables that count instead', async () => {
  const { svc } = await makeShell();
  const { stderr } = await svc(login('--with-token'), {
    input: server.apiKey,
    env: { SVC_API_KEY: server.apiKey },
  });
  expect(stderr).toBe('svc: SVC_API_KEY is set, and counts instead of the config file\n');
});

it.each([
  [
    [],
    'stdin is not a terminal, so nobody may be there to sign in',
    'use svc login --browser to wait for somebody, or svc login --with-token < key.txt',
  ],
  [
    ['--email', 'a@b.example'],
    'cannot prompt for a password: stdin is not a terminal',
    'svc login --email you@example.com --password-stdin < password.txt',
  ],
  [
    ['--email', '--password-stdin'],
    '--password-stdin needs an address',
    'svc login --email you@example.com --password-stdin < password.txt',
  ],
  [
    ['--with-token', '--browser'],
    '--with-token and --browser cannot be combined',
    'leave out one of them',
  ],
  [
    ['--with-token'],
    'there is no text on stdin, but an API key was expected',
    'check the command that prints it',
  ],
  [
    ['--api-key', 'svc_x'],
    'svc login takes no --api-key: other users can see command lines',
    'svc login --with-token < key.txt',
  ],
])('refuses svc login %j in two lines', async (args, problem, remedy) => {
  const { svc } = await makeShell();
  expect(await svc(login(...args))).toEqual({
    status: 2,
    stdout: '',
    stderr: `svc: ${problem}\ntry: ${remedy}\n`,
  });
});
