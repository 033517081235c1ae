import { beforeEach, expect, it, vi } from 'vitest';
import type { Gate } from '@svc/contract/gate/gate';
import { joinGateServer, type GateServer } from '../../../test/gate-server.ts';

// Roll-ups take a moment, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: GateServer;
// Each test has an organization of its own.
beforeEach(async () => {
  server = await joinGateServer();
});

const svc = (words: string, env: Record<string, string> = {}) =>
  server.svc(words.split(' '), { env: { COLUMNS: '80', SVC_PROJECT: 'shop', ...env } });

const stable = (text: string) => `\n${text.replaceAll(/fp2:[0-9a-f]{8}/g, 'FINGERPRINT')}`;

it('passes an execution without failures', async () => {
  await server.send({});
  const { status, stdout } = await svc('gate latest --wait 60');
  expect(status).toBe(0);
  expect(stable(stdout)).toMatchInlineSnapshot(`
    "
    latest on any branch
    ✓ gate passes  shop #1  fix-cart 77e0a1c  no failures
    "
  `);
});

it('fails for what nothing excuses, and shows what is excused and why', async () => {
  await server.send({ suggests: 'Error: no suggestion', sorts: 'Error: not sorted' });
  await server.quarantine('suggests', { fingerprints: 'any', owner: 'ada' });
  const { status, stdout } = await svc('gate 1 --wait 60');
  expect(status).toBe(1);
  const dated = stdout.replace(/until \d{4}-\d\d-\d\d/, 'until DATE');
  expect(stable(dated)).toMatchInlineSnapshot(`
    "
    ✗ gate fails  shop #1  fix-cart 77e0a1c  1 failure blocks, 1 excused
    ✗ blocks   search › sorts                                  src/search.test.ts:12
      Nothing excuses this failure · fingerprint FINGERPRINT
    ○ excused  search › suggests                               src/search.test.ts:12
      quarantined until DATE: issue 1482 (ada)
    Full errors: svc executions show 1 --project shop
    "
  `);
  const { stdout: markdown, status: sameStatus } = await svc('gate 1 --markdown');
  expect(sameStatus).toBe(1);
  expect(markdown).toMatch(/^### ✗ gate fails: \[shop \\#1\]\(http.*\)\n/);
});

it('passes if every failure is excused, and fails again if a quarantined test fails in a new way', async () => {
  await server.send({ suggests: 'Error: no suggestion' });
  await svc('gate latest --wait 60');
  const entries = await svc('quarantine add suggests --reason flaky --any --json');
  expect(entries.status).toBe(0);
  const { status, stdout } = await svc('gate latest --json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'pass',
    counts: { failures: 1, excused: 1, blocking: 0 },
    excused: [{ by: 'quarantine', reason: 'flaky', titlePath: ['search', 'suggests'] }],
  });
});

it('is undecided while parts are missing, with 5', async () => {
  await server.send({}, { shard: { index: 1, total: 2 }, key: 'sharded' });
  const { status, stdout, stderr } = await svc('gate latest --wait 1');
  expect({ status, stderr }).toEqual({
    status: 5,
    stderr: 'svc: waiting: 1 of 2 parts has not arrived yet.\n',
  });
  expect(stable(stdout)).toMatchInlineSnapshot(`
    "
    latest on any branch
    ◌ gate undecided  shop #1  fix-cart 77e0a1c  no failures so far
    1 of 2 parts has not arrived yet.
    "
  `);
  expect((await svc('gate latest')).status).toBe(5);
});

it('decides as soon as the last shard is in', async () => {
  await server.send({}, { shard: { index: 1, total: 2 }, key: 'sharded' });
  const waiting = svc('gate latest --wait 60 -q');
  await server.send({}, { shard: { index: 2, total: 2 }, key: 'sharded' });
  expect(await waiting).toMatchObject({ status: 0, stderr: '' });
});

it('judges all executions of a CI run together, of each the newest attempt', async () => {
  const commit = 'a07be551c9f2a07be551c9f2a07be551c9f2a07b';
  const run = (runAttempt: number, runId = '77') => ({
    git: { branch: 'main', commit },
    ci: { provider: 'github', runId, runAttempt },
  });
  await server.send({ sorts: 'Error: no' }, { ...run(1), key: 'unit 1', name: 'unit' });
  await server.send({}, { ...run(2), key: 'unit 2', name: 'unit' });
  await server.send({ sorts: 'Error: no' }, { ...run(1, '78'), key: 'other' });
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '77',
    GITHUB_RUN_ATTEMPT: '2',
    GITHUB_SHA: commit,
  };
  const unit = await svc('gate --wait 60 --json', env);
  expect(JSON.parse(unit.stdout)).toMatchObject({
    verdict: 'pass',
    gates: [{ executionNumber: 2, verdict: 'pass' }],
  });
  expect(unit.status).toBe(0);
  await server.send({ sorts: 'Error: no' }, { ...run(1), key: 'e2e', name: 'e2e' });
  const both = await svc('gate --wait 60 --json', env);
  const { gates } = JSON.parse(both.stdout) as { gates: Gate[] };
  expect(gates.map(({ executionNumber, verdict }) => [executionNumber, verdict])).toEqual([
    [4, 'fail'],
    [2, 'pass'],
  ]);
  expect(both.status).toBe(1);
  const none = await svc('gate', { ...env, GITHUB_RUN_ID: '79' });
  expect(none).toEqual({
    status: 5,
    stdout: '',
    stderr: 'svc: undecided: No execution has arrived yet.\n',
  });
});

const COMMIT = 'a07be551c9f2a07be551c9f2a07be551c9f2a07b';
const ofRun = (runAttempt: number, runId = '91') => ({
  git: { branch: 'main', commit: COMMIT },
  ci: { provider: 'github', runId, runAttempt },
});
const CI_ENV = {
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '91',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SHA: COMMIT,
  NO_COLOR: '1',
};

it('judges every execution of a CI run that has its own key, although they have one name', async () => {
  await server.send({ sorts: 'Error: no' }, { ...ofRun(1), key: 'api', name: 'unit' });
  await server.send({}, { ...ofRun(1), key: 'web', name: 'unit' });
  const { status, stdout } = await svc('gate --wait 60 --json', CI_ENV);
  const { verdict, gates } = JSON.parse(stdout) as { verdict: string; gates: Gate[] };
  expect(gates.map((one) => one.executionNumber)).toEqual([2, 1]);
  expect(gates[1]?.verdict).toBe('fail');
  expect([verdict, status]).toEqual(['fail', 1]);
});

it('finds the executions of a CI run behind a hundred others of the same commit', async () => {
  await server.send({ sorts: 'Error: no' }, { ...ofRun(1), key: 'first' });
  for (let count = 0; count < 100; count++) {
    await server.send({}, { ...ofRun(1, '92'), key: `other ${count}` });
  }
  const { status, stdout } = await svc('gate --wait 60 --json', CI_ENV);
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'fail',
    incomplete: null,
    gates: [{ executionNumber: 1 }],
  });
  expect(status).toBe(1);
});

it('is undecided while fewer executions have arrived than --expect says', async () => {
  await server.send({}, { ...ofRun(1), key: 'unit', name: 'unit' });
  // From here on, the second execution is all that is missing.
  await svc('gate 1 --wait 60');
  const missing = await svc('gate --wait 1 --expect 2', CI_ENV);
  expect(missing.status).toBe(5);
  expect(missing.stdout).toContain('✓ gate passes  shop #1');
  expect(missing.stderr).toBe(
    'svc: waiting: 1 of 2 expected executions has arrived.\n' +
      'svc: undecided: 1 of 2 expected executions has arrived.\n',
  );
  const waiting = svc('gate --wait 60 --expect 2 -q', CI_ENV);
  await server.send({}, { ...ofRun(1), key: 'e2e', name: 'e2e' });
  expect(await waiting).toMatchObject({ status: 0, stderr: '' });
});

it.each([
  ['gate 1 --expect 2', 2, "'1' and --expect cannot be combined"],
  ['gate --expect 2', 2, '--expect counts the executions of a CI run, and svc knows of none here'],
  ['gate 99', 2, "no execution '#99' in project shop"],
  ['gate nonsense', 2, "'nonsense' is not an execution"],
  ['gate latest --wait 0', 2, "--wait '0' is invalid"],
])('refuses svc %s in two lines', async (words, status, problem) => {
  await server.send({});
  const refused = await svc(words);
  expect(refused).toMatchObject({ status, stdout: '' });
  expect(refused.stderr).toContain(`svc: ${problem}`);
  expect(refused.stderr.trimEnd().split('\n')).toHaveLength(2);
});
