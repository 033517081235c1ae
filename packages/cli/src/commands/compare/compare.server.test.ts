import type { Comparison } from '@svc/contract/executions/compare';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
const ids: string[] = [];
beforeAll(async () => {
  server = await joinShopServer();
  // 1: main, all passed. 2: the fixture on its branch. 3: the same with a new test that fails.
  const first = await server.ingest(({ execution, files, results }) => {
    files?.splice(0);
    if (execution.git !== undefined) execution.git.branch = 'main';
    execution.status = 'passed';
    for (const result of results) {
      if (result.status === 'skipped') continue;
      result.status = 'passed';
      result.attempts = [{ status: 'passed', durationMs: 10 }];
    }
  });
  const second = await server.ingest();
  const third = await server.ingest(({ results }) => {
    const [failing] = results.filter(({ status }) => status === 'failed');
    if (failing !== undefined) results.push({ ...failing, titlePath: ['cart', 'is new'] });
  });
  ids.push(first.executionId, second.executionId, third.executionId);
});

it('reports what broke, and which executions were compared', async () => {
  const args = 'compare branch:main latest --project shop'.split(' ');
  const { status, stdout, stderr } = await server.svc(args, { env: { COLUMNS: '80' } });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const [taken, base, head, , verdict] = stdout.split('\n');
  expect(taken).toBe('base: newest on branch main before the head · head: latest on any branch');
  expect(base).toMatch(/^base {2}shop #1 {2}main 77e0a1c +✓ passed {2}6 tests {2}/);
  expect(head).toMatch(/^head {2}shop #3 {2}fix-cart 77e0a1c {2}✗ failed {2}7 tests {2}/);
  expect(verdict).toBe('✗ 1 file failed to load, 2 regressions, 1 new test fails, 1 newly flaky');
  expect(stdout).toContain('\n2 regressions\n  ✗ cart › checkout › keeps the discount  ');
  expect(stdout).toContain('\n1 newly flaky\n  ± search › suggests as you type  ');
  expect(stdout).toContain('Full errors: svc executions show 3 --project shop');
});

it("prints the contract's data with --json, for any kind of reference", async () => {
  const data = await server.data(
    `compare?base=${ids[0]}&head=${ids[1]}&durationThreshold=0.5&minDurationMs=1500`,
  );
  const thresholds = ['--duration-threshold', '50%', '--min-duration', '1.5s', '--json'];
  for (const references of [['1', '#2'], ids.slice(0, 2)]) {
    const args = ['compare', ...references, '--project', 'shop', ...thresholds];
    const { stdout } = await server.svc(args);
    expect(JSON.parse(stdout)).toEqual(data);
  }
});

it('names at most --limit tests of each list with --json, and counts all', async () => {
  const run = await server.svc('compare 1 3 --project shop --json --limit 1'.split(' '));
  const { summary, regressions, newTests } = JSON.parse(run.stdout) as Comparison;
  expect(summary).toMatchObject({ regressions: 2, newTests: 1 });
  expect([regressions.length, newTests.length]).toEqual([1, 1]);
});

it.each([
  ['1 2 --fail-on regressions', 1, 'svc: --fail-on regressions: 2 regressions\n'],
  [
    '1 3 --fail-on new-failures,flaky',
    1,
    'svc: --fail-on new-failures: 2 regressions, 1 new failing test\n' +
      'svc: --fail-on flaky: 1 newly flaky\n',
  ],
  ['2 3 --fail-on regressions --fail-on flaky', 0, ''],
  ['2 3 --fail-on new-failures', 1, 'svc: --fail-on new-failures: 1 new failing test\n'],
  ['1 2', 0, ''],
])('exits as --fail-on says: svc compare %s', async (words, status, stderr) => {
  const run = await server.svc(['compare', ...words.split(' '), '--project', 'shop']);
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status, stderr });
});

it.each([
  [
    '3 latest',
    "'3' and 'latest' are the same execution",
    'choose two numbers from svc executions --project shop',
  ],
  ['1 99', "no execution '#99' in project shop", 'svc executions --project shop'],
  [
    '1 nonsense',
    "'nonsense' is not an execution",
    'write a number (812), an id, latest, or branch:nonsense',
  ],
  [
    '1 2 --fail-on regression',
    "--fail-on 'regression' is invalid: expected one of regressions, new-failures, flaky",
    'svc compare --help',
  ],
  [
    '1 2 --duration-threshold much',
    "--duration-threshold 'much' is invalid: expected a share such as 20% or 0.2",
    'svc compare --help',
  ],
  ['1', 'missing argument: <head>', 'svc compare --help'],
])('refuses svc compare %s in two lines', async (words, problem, remedy) => {
  const run = await server.svc(['compare', ...words.split(' '), '--project', 'shop']);
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it('says how to set the project of a number', async () => {
  const run = await server.svc(['compare', '1', '2']);
  expect(run).toEqual({
    status: 2,
    stdout: '',
    stderr: 'svc: #2 needs a project\ntry: svc compare 1 2 --project NAME\n',
  });
});

it('prints a comment for a pull request', async () => {
  const { stdout } = await server.svc('compare 1 3 --project shop --markdown'.split(' '));
  expect(stdout).toMatch(
    /^### ✗ 1 file failed to load, 2 regressions, 1 new test fails, 1 newly flaky\n\n\| {2}\| execution/,
  );
});

it('fails on tests that the base did not run: a filtered, an interrupted and a broken base hide no regression', async () => {
  const project = 'hidden regressions';
  const run = (changes: Partial<IngestExecution>, statuses: Record<string, 'passed' | 'failed'>) =>
    server.ingest((body) => {
      body.files = [];
      const git = {
        branch: 'main',
        commit: '77e0a1c5d9f2b34d5566778899aabbccddeeff00',
        dirty: false,
      };
      Object.assign(body.execution, { project, git, status: 'passed', errors: [] }, changes);
      body.results = Object.entries(statuses).map(([title, status]) => ({
        titlePath: [title],
        file: 'src/cart.test.ts',
        status,
        durationMs: 1,
      }));
    });
  await run({}, { adds: 'passed', pays: 'passed' });
  await run({ partial: ['filter'] }, { pays: 'passed' });
  await run({ status: 'interrupted' }, { pays: 'passed' });
  await run({ git: { branch: 'fix' } }, { adds: 'failed', pays: 'passed', fresh: 'failed' });
  const failOn = '--fail-on regressions --fail-on new-failures'.split(' ');
  for (const base of ['branch:main', '3', '2']) {
    const answer = await server.svc(['compare', base, 'latest', '--project', project, ...failOn]);
    expect([base, answer.status, answer.stderr]).toEqual([
      base,
      1,
      'svc: --fail-on regressions: 1 regression\n' +
        'svc: --fail-on new-failures: 1 regression, 1 new failing test\n',
    ]);
    expect(answer.stdout).toContain('passed in #1');
  }
});

it('says which execution is the base when none of the base commit is there', async () => {
  const project = 'missing base';
  const [behind = '', newest = '', missing = ''] = ['1a2b3c4', '5d6e7f8', '9f8e7d6'].map((digits) =>
    digits.padEnd(40, '0'),
  );
  const run = (git: IngestExecution['git'], framework = 'vitest') =>
    server.ingest(({ execution }) => Object.assign(execution, { project, git, framework }));
  await run({ branch: 'main', commit: behind });
  await run({ branch: 'main', commit: newest });
  await run({ branch: 'main', commit: missing }, 'playwright');
  const change = { branch: 'fix', baseBranch: 'main' };
  const ofKnown = await run({ ...change, baseCommit: behind.slice(0, 12) });
  const ofMissing = await run({ ...change, baseCommit: missing });
  const compare = (base: string, head: string, ...more: string[]) =>
    server.svc(['compare', base, head, '--project', project, ...more], { env: { COLUMNS: '80' } });
  const json = async (base: string, head: string) => {
    const { stdout } = await compare(base, head, '--json');
    const comparison = JSON.parse(stdout) as Comparison;
    return [comparison.base.number, comparison.baseChoice];
  };
  expect(await json('branch:main', '4')).toEqual([1, 'base-commit']);
  expect(await json('branch:main', '5')).toEqual([2, 'base-commit-missing']);
  expect(await json('latest', '4')).toEqual([5, 'newest']);
  expect(await json('1', '5')).toEqual([1, 'named']);
  // An id or the address of its page says as much of the head as a number.
  expect(await json('branch:main', ofKnown.executionId)).toEqual([1, 'base-commit']);
  expect(await json('branch:main', ofMissing.url)).toEqual([2, 'base-commit-missing']);
  const { stdout } = await compare('branch:main', '5');
  expect(stdout).toContain(
    '! Base: #2 of main at 5d6e7f8, the newest before the head: this suite has no\n' +
      '  earlier whole CI run of main at the base commit 9f8e7d6.\n',
  );
  expect((await compare('branch:main', '4')).stdout).not.toContain('! Base');
});

it('compares with what the branch was before the head, as the gate and the page do', async () => {
  const project = 'later base';
  let runs = 0;
  const run = (branch: string) =>
    server.ingest(({ execution }) => {
      const ci = { provider: 'github', runId: `later ${++runs}` };
      return Object.assign(execution, { project, git: { branch }, ci });
    });
  for (const branch of ['main', 'fix', 'main', 'main', 'lone']) await run(branch);
  const compare = async (base: string, head: string) => {
    const answer = await server.svc(['compare', base, head, '--project', project, '--json']);
    if (answer.status !== 0) return answer.stderr;
    const comparison = JSON.parse(answer.stdout) as Comparison;
    return [comparison.base.number, comparison.baseChoice];
  };
  expect(await compare('branch:main', '2')).toEqual([1, 'newest']);
  expect(await compare('branch:main', 'branch:fix')).toEqual([1, 'newest']);
  expect(await compare('branch:main', '3')).toEqual([1, 'newest']);
  expect(await compare('branch:lone', '2')).toEqual([5, 'after-head']);
  expect(await compare('branch:lone', '5')).toBe(
    "svc: 'branch:lone' and '5' are the same execution\ntry: report a second execution of branch lone, or choose two numbers from svc executions --project 'later base'\n",
  );
  expect(await compare('branch:lnoe', '5')).toBe(
    "svc: no execution 'branch:lnoe' in project later base\ntry: svc executions --project 'later base' --branch lone\n",
  );
  expect(await compare('3', '2')).toEqual([3, 'named']);
  const { stdout } = await server.svc(['compare', 'branch:lone', '2', '--project', project]);
  expect(stdout).toMatch(/^base: first on branch lone after the head\n/);
  expect(stdout).toContain('which began after the head');
});
