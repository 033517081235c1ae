import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testClock } from '@svc/server/test/clock.ts';
import type { ServerHere } from '@svc/server/test/server-here.ts';
import { emptyFolder } from '../../../../test/run-svc.ts';
import {
  makeShell,
  makeSignedInShell,
  startSessionServer,
} from '../../../../test/session-server.ts';

let server: ServerHere;
beforeAll(async () => {
  server = await startSessionServer();
});

afterAll(() => server.stop());

it('reports with the session of svc login, and asks the gate with it', async () => {
  const { svc } = await makeSignedInShell(server);
  const red = await svc(['run', '--', process.execPath, '--conditions=@svc/source', RED_RUN], {
    env: { SVC_PROJECT: 'session' },
  });
  expect(red.stderr).toContain('svc: sent ');
  expect(red.stderr).toContain('svc: exit status 1: the gate fails\n');
  expect(red.status).toBe(1);
});

const RED_RUN = fileURLToPath(
  new URL('../../../../../reporter-core/test/runs/red-run.ts', import.meta.url),
);

it('judges a CI run with a key that may only upload, by what this key sent', async () => {
  const { svc } = await makeSignedInShell(server);
  const made = await svc(['keys', 'create', 'ci', '--scope', 'ingest', '-q']);
  expect(made.status).toBe(0);
  const shell = await makeShell();
  const env = { SVC_URL: server.url, SVC_API_KEY: made.stdout.trim(), SVC_PROJECT: 'session' };
  const inCi = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '77', GITHUB_SHA: 'a'.repeat(40) };
  const ciEnv = { ...env, ...inCi };
  const gate = () => shell.svc(['gate', '--wait', '--json'], { env: ciEnv });
  const report = join(await emptyFolder(), 'junit.xml');
  await writeFile(report, '<testsuite><testcase classname="a" name="adds"/></testsuite>');
  // A report without times has the time of its file.
  await utimes(report, testClock.now(), testClock.now());
  // Sent by another key.
  await svc(['upload', report, '--name', 'other'], { env: { SVC_PROJECT: 'session', ...inCi } });
  await shell.svc(['upload', report], { env: ciEnv });
  const { status, stdout, stderr } = await gate();
  // A line about the server's roll-ups may follow.
  expect(stderr).toMatch(
    /^svc: this key may only upload, so svc judges the executions that it sent, and no others\n/,
  );
  const { verdict, gates } = JSON.parse(stdout) as { verdict: string; gates: unknown[] };
  expect({ status, verdict, gates: gates.length }).toEqual({
    status: 0,
    verdict: 'pass',
    gates: 1,
  });
  expect(await shell.svc(['gate', 'latest'], { env })).toEqual({
    status: 3,
    stdout: '',
    stderr:
      'svc: this key may only upload, and finds an execution only by its id or its commit\n' +
      'try: write the id or the address of one that this key sent, or use a key with the scope full\n',
  });
});
