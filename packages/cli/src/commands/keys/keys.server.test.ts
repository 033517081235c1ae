import type { ListedApiKey } from '@svc/contract/people/api-keys';
import type { ServerHere } from '@svc/server/test/server-here.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeShell, makeSignedInShell, startSessionServer } from '../../../test/session-server.ts';

let server: ServerHere;
let shell: Awaited<ReturnType<typeof makeShell>>;
beforeAll(async () => {
  server = await startSessionServer();
  shell = await makeSignedInShell(server);
});
afterAll(() => server.stop());

const keys = (...args: string[]) => shell.svc(['keys', ...args]);

async function listed(...args: string[]): Promise<ListedApiKey[]> {
  return (JSON.parse((await keys(...args, '--json')).stdout) as { items: ListedApiKey[] }).items;
}

/** The status that the server answers to a key. */
async function statusFor(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await fetch(`${server.url}/api/whoami`, { headers })).status;
}

it('prints a new key alone on stdout, which works until it is revoked', async () => {
  const flags = ['--scope', 'ingest', '--expires', '90d', '--writes', '200'];
  const { status, stdout, stderr } = await keys('create', 'CI', ...flags);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^svc_[0-9A-Za-z]{36}\n$/);
  expect(stderr).toBe(
    'svc: created the key CI (scope ingest, 100000 reads and 200 writes a minute, ends in 90 d); it is shown only now\n',
  );
  const key = stdout.trim();
  expect(await statusFor(key)).toBe(200);
  expect((await keys('--all')).stdout).not.toContain(key);

  const refused = await keys('revoke', 'CI');
  expect(refused).toEqual({
    status: 2,
    stdout: '',
    stderr: `svc: revoking CI (svc_…${key.slice(-4)}) needs --yes without a terminal\ntry: svc keys revoke CI --yes\n`,
  });
  expect(await statusFor(key)).toBe(200);
  // By the end of its text, as the list shows it.
  const revoked = await keys('revoke', `svc_…${key.slice(-4)}`, '--yes');
  expect(revoked.stdout).toBe(`✓ revoked CI (svc_…${key.slice(-4)})\n`);
  expect(await statusFor(key)).toBe(401);
  expect((await listed()).map(({ name }) => name)).not.toContain('CI');
  expect((await listed('--all')).find(({ name }) => name === 'CI')).toMatchObject({
    status: 'revoked',
  });
});

it('prints nothing but the key with -q, and the contract with --json', async () => {
  expect(await keys('create', 'quiet', '-q')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^svc_\w{36}\n$/) as string,
    stderr: '',
  });
  const { stdout } = await keys('create', 'as JSON', '--json', '-q');
  expect(JSON.parse(stdout)).toMatchObject({
    key: { name: 'as JSON', scope: 'full', expiresAt: null },
    text: expect.stringMatching(/^svc_\w{36}$/) as string,
  });
});

it('changes only what flags name', async () => {
  await keys('create', 'nightly', '--expires', '30d', '--reads', '50');
  const changed = await keys('edit', 'nightly', '--name', 'weekly', '--no-expires');
  expect(changed.stdout).toBe(
    '✓ changed weekly: scope full, 50 reads and 100000 writes a minute, without an\n  end\n',
  );
  await keys('edit', 'weekly', '--default-limits', '--expires', '2099-01-31');
  expect((await listed()).find(({ name }) => name === 'weekly')).toMatchObject({
    readsPerMinute: null,
    expiresAt: '2099-01-31T00:00:00.000Z',
  });
});

/** What the key 'PR' is bound to. */
const storedBounds = async () => {
  const key = (await listed()).find(({ name }) => name === 'PR');
  return { projects: key?.projects, branches: key?.branches, mayClaimBase: key?.mayClaimBase };
};

it('binds a key to projects and branches, and takes the bounds off', async () => {
  const bounds = ['--project', 'web', '--branch', 'fix/*', '--branch', '!fix/x', '--no-base'];
  const { stderr } = await keys('create', 'PR', '--scope', 'ingest', ...bounds);
  expect(stderr).toContain(
    '(scope ingest, only project web, only branches fix/*, not branch fix/x, not the base branch, ',
  );
  expect((await keys()).stdout).toMatch(/^PR .+ ingest, bound /m);
  const before = { projects: ['web'], branches: ['fix/*', '!fix/x'], mayClaimBase: false };
  await keys('edit', 'PR', '--writes', '9');
  expect(await storedBounds()).toEqual(before);
  await keys('edit', 'PR', '--base', '--all-projects');
  expect(await storedBounds()).toEqual({ ...before, projects: null, mayClaimBase: true });
  await keys('edit', 'PR', '--no-base', '--project', 'api', '--all-branches');
  expect(await storedBounds()).toEqual({ projects: ['api'], branches: null, mayClaimBase: false });
  expect((await keys('edit', 'PR', '--project', 'web', '--all-projects')).stderr).toBe(
    'svc: --all-projects and --project cannot be combined\ntry: leave out one of them\n',
  );
  const full = await keys('create', 'all', '--no-base');
  expect([full.status, full.stderr]).toEqual([
    2,
    expect.stringContaining("Only a key with the scope 'ingest' can be bound") as string,
  ]);
});

it('lets an API key list keys, but not make others', async () => {
  const env = { SVC_URL: server.url, SVC_API_KEY: server.apiKey };
  const { svc } = await makeShell();
  expect((await svc(['keys'], { env })).stdout).toMatch(/^NAME +KEY +SCOPE/);
  expect(await svc(['keys', 'create', 'x'], { env })).toEqual({
    status: 3,
    stdout: '',
    stderr:
      'svc: an API key in SVC_API_KEY cannot manage keys: an admin must sign in\n' +
      `try: svc login --url ${server.url}\n`,
  });
  // Where there is a session, it can be named.
  const name = new URL(server.url).host;
  const covered = await shell.svc(['keys', 'create', 'x'], { env });
  expect(covered.stderr).toContain(`\ntry: repeat the command with --context ${name}\n`);
  const named = await shell.svc(['keys', 'create', 'by name', '--context', name], { env });
  expect(named.status).toBe(0);
});

it.each([
  [['revoke', 'nobody'], "no API key 'nobody'", 'svc keys'],
  [['edit', 'First kye', '--reads', '5'], "no API key 'First kye'", "write 'First key'"],
  [['edit', 'First key'], 'nothing to change', 'svc keys edit --help'],
  [
    ['edit', 'First key', '--reads', '5', '--default-limits'],
    '--default-limits and --reads or --writes cannot be combined',
    'leave out one of them',
  ],
  [
    ['create', 'x', '--expires', 'soon'],
    "--expires 'soon' is neither a date nor a duration",
    'write --expires 90d or --expires 2027-01-31',
  ],
  [
    ['create', 'x', '--expires', '2020-01-01'],
    "--expires '2020-01-01' lies in the past",
    'write --expires 90d',
  ],
  [
    ['create', 'x', '--all'],
    "unexpected option '--all' for 'svc keys create'",
    'svc keys create --help',
  ],
])('refuses svc keys %j in two lines', async (args, problem, remedy) => {
  expect(await keys(...args)).toEqual({
    status: 2,
    stdout: '',
    stderr: `svc: ${problem}\ntry: ${remedy}\n`,
  });
});
