import { execFileSync } from 'node:child_process';
import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testClock } from '@svc/server/test/clock.ts';
import type { ServerHere } from '@svc/server/test/server-here.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyFolder, type SvcRun } from '../../../test/run-svc.ts';
import { makeShell, makeSignedInShell, startSessionServer } from '../../../test/session-server.ts';

let server: ServerHere;
let weak: string;
let bound: string;
let full: string;
beforeAll(async () => {
  server = await startSessionServer();
  const { svc } = await makeSignedInShell(server);
  const make = async (name: string, ...flags: string[]) =>
    (await svc(['keys', 'create', name, '-q', ...flags])).stdout.trim();
  weak = await make('ci', '--scope', 'ingest');
  bound = await make('bound', '--scope', 'ingest', '--project', 'web', '--no-base');
  full = await make('full');
});
afterAll(() => server.stop());

async function svc(
  key: string,
  args: string,
  { directory, env }: { directory?: string; env?: Record<string, string> } = {},
): Promise<SvcRun> {
  const shell = await makeShell();
  return shell.svc(args.split(' '), {
    ...(directory !== undefined && { directory }),
    env: { SVC_URL: server.url, SVC_API_KEY: key, ...env },
  });
}

function refusal(problem: string, remedy: string): SvcRun {
  return { status: 3, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` };
}

it('names the scope that a command requires, and no procedure of the server', async () => {
  const required = refusal(
    "This requires an API key with the scope 'full', and 'ci' has the scope 'ingest': it may upload, and read back what it uploaded",
    'use a key with the scope full',
  );
  for (const args of ['keys', 'flaky', 'projects', 'quarantine add adds --reason x --any']) {
    expect([args, await svc(weak, args)]).toEqual([args, required]);
  }
  expect(await svc(full, 'api audit-log.csv')).toEqual(
    refusal(
      "This requires the role 'admin', and 'full' is an API key",
      'ask an admin or owner of the organization',
    ),
  );
});

it('proposes --commit where a key that may only upload lists executions', async () => {
  const problem = 'this key may only upload, and lists what it uploaded one commit at a time';
  const anyCommit = 'add --commit with the hash of the commit, or use a key with the scope full';
  expect(await svc(weak, 'executions')).toEqual(refusal(problem, anyCommit));
  const directory = await makeCheckout('https://example.com/team/web.git');
  const commit = git(directory, 'rev-parse', 'HEAD').trim();
  const flags = '--status failed --from 7d';
  const proposed = `svc executions --status failed --commit ${commit} --from 7d`;
  expect(await svc(weak, `executions ${flags}`, { directory })).toEqual(refusal(problem, proposed));
  const inCi = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77', GITHUB_SHA: 'a'.repeat(40) };
  const { stderr } = await svc(weak, 'executions', { env: inCi });
  expect(stderr).toContain(`\ntry: svc executions --commit ${'a'.repeat(40)}\n`);

  await svc(weak, 'upload report.xml', { directory, env: inCi });
  const found = await svc(weak, `executions --commit ${'a'.repeat(40)}`, { directory });
  expect(found.stdout).toContain('\n1  ✓ passed');
  // The widened search keeps the commit.
  const none = await svc(weak, 'executions --commit abcdef1');
  expect([none.status, none.stderr]).toEqual([0, '']);
  expect(none.stdout).toContain(
    'Widen the search: svc executions --commit abcdef1 --from 90d, or use fewer flags\n',
  );
});

it.each(['executions show 1', 'gate 1', 'compare 1 2', 'analyze latest', 'open 1'])(
  'says how such a key names an execution: svc %s',
  async (args) => {
    expect(await svc(weak, `${args} --project web`)).toEqual(
      refusal(
        'this key may only upload, and finds an execution only by its id or its commit',
        'write the id or the address of one that this key sent, or use a key with the scope full',
      ),
    );
  },
);

it.each(['executions', 'executions show 1', 'gate 1'])(
  'names the projects of a bound key, and says once what helps: svc %s',
  async (args) => {
    expect(await svc(bound, `${args} --project api`)).toEqual(
      refusal(
        "The API key 'bound' may only read from the project 'web', and this request names 'api'",
        'use a key that may read from this project',
      ),
    );
  },
);

/** A work tree with one commit and a report. */
async function makeCheckout(remote: string): Promise<string> {
  const directory = await emptyFolder();
  const report = join(directory, 'report.xml');
  await writeFile(report, '<testsuite><testcase classname="cart" name="adds"/></testsuite>');
  // A report without times has the time of its file.
  await utimes(report, testClock.now(), testClock.now());
  git(directory, 'init', '-q', '-b', 'main');
  git(directory, 'remote', 'add', 'origin', remote);
  git(directory, 'add', '.');
  git(directory, 'commit', '-q', '-m', 'first');
  return directory;
}

function git(directory: string, ...args: string[]): string {
  const author = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: directory, encoding: 'utf8' });
}
