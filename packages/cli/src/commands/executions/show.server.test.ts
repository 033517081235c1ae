import { execFileSync } from 'node:child_process';
import type { ExecutionDetail } from '@svc/contract/executions/executions';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
let id: string;
beforeAll(async () => {
  server = await joinShopServer();
  id = (await server.ingest()).executionId;
  await server.ingest(({ execution }) => {
    if (execution.git !== undefined) execution.git.branch = 'main';
  });
});

it('shows an execution in full', async () => {
  const { status, stdout, stderr } = await server.svc(['executions', 'show', id], {
    env: { COLUMNS: '80' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const stable = stdout
    .replaceAll(server.url, 'http://server')
    .replaceAll(id, 'ID')
    .replaceAll(/\d+ min ago/g, 'N min ago')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, 'TIME')
    .replaceAll(/fp\d:[0-9a-f]+/g, 'FINGERPRINT');
  expect(`\n${stable}`).toMatchInlineSnapshot(`
    "
    ✗ failed  shop #1  fix-cart 77e0a1c  vitest 5.1.1  2.3 s  N min ago
    6 tests: 3 passed (1 flaky), 1 failed, 1 timed out, 1 skipped
    ! 1 file failed outside tests (import or hook)
    TIME · unit · fix(cart): keep the discount · pull request 12
    github ci/test · environment ci · node 24.21.0
    http://server/executions/ID
    CI run https://github.com/example/shop/actions/runs/4711

    ✗ cart › checkout › keeps the discount                       src/cart.test.ts:21
      2 attempts, all failed after 31 ms · owner @example/cart
      fingerprints FINGERPRINT, FINGERPRINT, FINGERPRINT
      attempt 1
        AssertionError: expected 90 to be 100 // Object.is equality
          - 100
          + 90
          at applyDiscount (src/cart.ts:41:9)
      attempt 2
        Error: checkout failed
          at src/cart.ts:50:11
          caused by TypeError: price is undefined
        stdout
          total 90

    ◷ search › waits for the index                             src/search.test.ts:19
      timed out after 5.0 s · fingerprint FINGERPRINT
      Test timed out in 5000ms.

    ✗ src/broken.test.ts                                        failed outside tests
      Error: Cannot find module './missing.js'
        at src/broken.test.ts:1:1

    ± search › suggests as you type        passed on attempt 2  src/search.test.ts:3
    "
  `);
});

it('finds it by number, latest and branch, and prefers the branch that is checked out', async () => {
  const show = (...args: string[]) =>
    server.svc(['executions', 'show', ...args, '--project', 'shop']);
  expect(beginning(await show('1'))).toMatch(/^✗ failed {2}shop #1 {2}fix-cart/);
  expect(beginning(await show('#2'))).toMatch(/^✗ failed {2}shop #2 {2}main/);
  expect(beginning(await show('latest'))).toMatch(/^latest on any branch:\n✗ failed {2}shop #2 /);
  expect(beginning(await show('branch:fix-cart'))).toMatch(
    /^newest on branch fix-cart:\n.*shop #1 /,
  );

  const directory = await emptyFolder();
  execFileSync('git', ['init', '-q', '-b', 'fix-cart'], { cwd: directory });
  const remote = ['remote', 'add', 'origin', 'https://example.com/team/shop.git'];
  execFileSync('git', remote, { cwd: directory });
  const here = await server.svc(['executions', 'show', 'latest'], { directory });
  expect(beginning(here)).toMatch(/^latest on fix-cart, the current branch:\n.*shop #1 /);
});

it("prints the contract's data with --json", async () => {
  const data = await server.data(`executions/${id}`);
  const { stdout } = await server.svc(['executions', 'show', id, '--json']);
  expect(JSON.parse(stdout)).toEqual(data);
});

it('prints failures to paste with --markdown', async () => {
  const { stdout } = await server.svc(['executions', 'show', id, '--markdown']);
  expect(stdout).toContain(
    '<details><summary>✗ <b>cart › checkout › keeps the discount</b> <code>src/cart.test.ts:21</code></summary>\n\n' +
      '```\nError: checkout failed\n',
  );
  expect(stdout).toContain(
    '- ± search › suggests as you type `src/search.test.ts:3`, passed on attempt 2',
  );
});

it.each([
  [
    'branch:mian',
    "no execution 'branch:mian' in project shop",
    'svc executions --project shop --branch main',
  ],
  ['99', "no execution '#99' in project shop", 'svc executions --project shop'],
  [
    '0193a1b2-0000-7000-8000-000000000001',
    "no execution '0193a1b2-0000-7000-8000-000000000001' in this key's organization",
    'svc executions',
  ],
  ['latst', "'latst' is not an execution", 'write latest'],
])('exits with 2 for %s', async (reference, problem, remedy) => {
  const run = await server.svc(['executions', 'show', reference, '--project', 'shop']);
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it('lets no control character of a hostile upload reach the terminal', async () => {
  const evil = '\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u202e\u0008\rx';
  const hostile = await server.ingest(({ execution, files, results }) => {
    Object.assign(execution, {
      project: `p${evil}`,
      name: evil,
      frameworkVersion: evil,
      tags: [evil],
    });
    Object.assign(execution.git ?? {}, { branch: evil, message: evil, commit: evil });
    Object.assign(execution.ci ?? {}, { workflow: evil, provider: evil });
    execution.errors = [{ message: evil, stack: evil, diff: evil, snippet: evil }];
    for (const file of files ?? []) Object.assign(file, { variant: evil, stdout: evil });
    for (const result of results) {
      result.titlePath = [evil, `b${evil}`];
      Object.assign(result, { file: `f${evil}`, owner: evil, variant: evil });
      for (const attempt of result.attempts ?? []) {
        attempt.stdout = evil;
        for (const error of attempt.errors ?? [])
          Object.assign(error, { message: evil, diff: evil });
      }
    }
  });
  const show = ['executions', 'show', hostile.executionId];
  for (const args of [['executions'], show, [...show, '--markdown'], [...show, '--json']]) {
    const { status, stdout, stderr } = await server.svc(args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
  await server.ingest(({ execution }) => {
    Object.assign(execution.git ?? {}, { branch: `mai${evil}` });
  });
  const missing = await server.svc(['executions', 'show', 'branch:mai']);
  expect(missing.stderr).toMatch(/^svc: no execution 'branch:mai' .*\ntry: svc executions .*\n$/);
  // oxlint-disable-next-line no-control-regex
  expect(missing.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  const { stdout } = await server.svc(show, { env: { FORCE_COLOR: '1' } });
  // oxlint-disable-next-line no-control-regex
  expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).not.toMatch(/[\u001b\u0007\u009b]/);
});

function beginning({ stdout }: { stdout: string }): string {
  return stdout.split('\n', 2).join('\n');
}

/** What `--json` lists of the first execution. */
async function lists(...flags: string[]) {
  const { stdout } = await server.svc(['executions', 'show', id, '--json', ...flags]);
  const { results, files } = JSON.parse(stdout) as ExecutionDetail;
  return { statuses: results.map(({ status }) => status), files: files.map(({ file }) => file) };
}

it('proposes the limit that shows all failures', async () => {
  const show = (...more: string[]) =>
    server.svc(['executions', 'show', String(number), '--project', 'shop', ...more]);
  const { number } = await server.ingest();
  const [, limit = ''] =
    /^1 of 2\. More: svc .* --limit (\d+)$/m.exec((await show('--limit', '1')).stdout) ?? [];
  expect(limit).toBe('2');
  expect((await show('--limit', limit)).stdout).not.toContain('More:');
});

it('exits as --fail-on says', async () => {
  const show = (number: number, conditions: string) =>
    server.svc([
      'executions',
      'show',
      String(number),
      '--project',
      'shop',
      '--fail-on',
      conditions,
    ]);
  const { number } = await server.ingest();
  const failed = await show(number, 'failures,flaky');
  expect({ status: failed.status, stderr: failed.stderr }).toEqual({
    status: 1,
    stderr:
      'svc: --fail-on failures: 2 failed tests, 1 file that failed\nsvc: --fail-on flaky: 1 flaky test\n',
  });
  const withoutFailure = (status: 'passed' | 'failed' | 'interrupted') =>
    server.ingest((body) => {
      body.results = body.results.filter((result) => result.status === 'passed');
      body.files = [];
      body.execution.status = status;
    });
  const passed = await withoutFailure('passed');
  expect(await show(passed.number, 'failures,interrupted')).toMatchObject({
    status: 0,
    stderr: '',
  });
  // As a coverage threshold does.
  const threshold = await withoutFailure('failed');
  expect(await show(threshold.number, 'failures')).toMatchObject({
    status: 1,
    stderr: 'svc: --fail-on failures: the run failed\n',
  });
  const cut = await withoutFailure('interrupted');
  expect(await show(cut.number, 'failures,interrupted')).toMatchObject({
    status: 1,
    stderr: 'svc: --fail-on interrupted: the run was interrupted\n',
  });
});

it('cuts the lists of --json at --limit, failures first', async () => {
  const all = await lists();
  expect(all.statuses).toHaveLength(6);
  expect(await lists('--limit', '2')).toEqual({
    statuses: ['failed', 'timedOut'],
    files: [
      'src/broken.test.ts',
      ...all.files.filter((file) => file !== 'src/broken.test.ts'),
    ].slice(0, 2),
  });
});
