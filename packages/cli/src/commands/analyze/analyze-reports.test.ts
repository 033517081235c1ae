import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Analysis } from '@svc/contract/analysis/analyses';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder, runSvc } from '../../../test/run-svc.ts';

const FIXTURES = fileURLToPath(new URL('../../../../formats/test/fixtures', import.meta.url));

let directory: string;
beforeAll(async () => {
  directory = await emptyFolder();
  await cp(FIXTURES, join(directory, 'reports'), { recursive: true });
  await writeFile(join(directory, 'notes.txt'), 'no report');
});

// No server: reports are judged without one, even with a key.
const env = { SVC_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'svc_none' };

const judged = async (...args: string[]) =>
  JSON.parse(
    (await runSvc(['analyze', '--json', '--all', '--report', ...args], { directory, env })).stdout,
  ) as Analysis;

it('judges the failures of a report here, and says so in the first line', async () => {
  const args = ['analyze', '--report', 'reports/jest.json'];
  const { status, stdout, stderr } = await runSvc(args, { directory, env });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^reports\/jest\.json \(\d+ tests\) {2}judged on this machine without history {2}\d+ failures, \d+ causes\n/,
  );
  expect(stdout).toContain("The test's history is not known.");
  expect(stdout).toMatch(/^ {7}npx jest --runTestsByPath \S+ -t '\^cart keeps the discount\$'$/m);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^5 of \d+\. More: svc analyze --report reports\/jest\.json --all$/,
  );
});

it.each([
  ['junit', 'reports/pytest.xml'],
  ['ctrf', 'reports/playwright.ctrf.json'],
  ['playwright-json', 'reports/playwright.json'],
  ['vitest-json', 'reports/vitest.json'],
  ['jest-json', 'reports/jest.json'],
])('judges the failures of %s, with evidence and a plan', async (_, file) => {
  const { failures, summary, executionId } = await judged(file);
  const discount = failures.find(({ title }) => /discount/.test(title));
  expect(discount).toMatchObject({ resultId: null, testId: null, correctedBy: null });
  expect(discount?.fingerprint).toMatch(/^fp2:[0-9a-f]{32}$/);
  expect(discount?.evidence.length).toBeGreaterThan(0);
  expect(discount?.actionPlan.steps.length).toBeGreaterThan(1);
  expect(summary).not.toBe('');
  expect(executionId).toBeNull();
});

it('finds the root of paths by the name of the repository, as a server does', async () => {
  const own = await emptyFolder();
  await mkdir(join(own, '.git'));
  const remote = 'git@git.example:acme/acme-shop.git';
  await writeFile(join(own, '.git/config'), `[remote "origin"]\n\turl = ${remote}\n`);
  await writeFile(join(own, '.git/HEAD'), 'ref: refs/heads/main\n');
  const printOf = async (root: string) => {
    const report = `<testsuite><testcase name="pays" classname="cart"><failure message="Error: no rate">Error: no rate\n    at total (${root}/acme-shop/billing/total.ts:3:9)</failure></testcase></testsuite>`;
    await writeFile(join(own, 'report.xml'), report);
    const args = ['analyze', '--json', '--report', 'report.xml'];
    const { stdout } = await runSvc(args, { directory: own, env });
    return (JSON.parse(stdout) as Analysis).failures[0]?.fingerprint;
  };
  expect(await printOf('/srv/ci/7')).toBe(await printOf('/opt/agent/w/3'));
});

it('calls a wrong value of the product a real bug', async () => {
  for (const file of ['reports/jest.json', 'reports/playwright.json']) {
    const { classification, failures } = await judged(file);
    expect(classification).toBe('REAL_BUG');
    const discount = failures.find(({ title }) => /discount/.test(title));
    expect(discount?.classification).toBe('REAL_BUG');
  }
});

it('takes globs, folders and several files, and judges all failures together', async () => {
  const one = await judged('reports/pytest.xml');
  const other = await judged('reports/playwright.json');
  const both = await judged('reports/pytest.xml', 'reports/playwright.json');
  expect(both.failureCount).toBe(one.failureCount + other.failureCount);
  const glob = await judged('reports/p*.xml', '!**/playwright*', '!**/phpunit*', '!**/*-xdist*');
  expect(glob.failures.map(({ fingerprint }) => fingerprint)).toEqual(
    one.failures.map(({ fingerprint }) => fingerprint),
  );
});

it('uses a log beside the reports', async () => {
  await writeFile(join(directory, 'build.log'), 'Error: ENOSPC: no space left on device\n');
  const args = ['analyze', '--report', 'reports/bun.xml', '--log', 'build.log'];
  const { stdout } = await runSvc(args, { directory, env });
  expect(stdout).toMatch(/^reports\/bun\.xml \(4 tests\) {2}with the log build\.log {2}judged /);
  expect(stdout).toContain('ENOSPC: no space left on device');
  expect(stdout).not.toContain('There was no log.');
});

it('names what ran the tests for the commands of the plan', async () => {
  const args = ['analyze', '--report', 'reports/bun.xml'];
  const without = await runSvc(args, { directory, env });
  expect(without.stdout).not.toContain('npx ');
  const named = await runSvc([...args, '--framework', 'jest'], { directory, env });
  expect(named.stdout).toMatch(/^ {7}npx jest --runTestsByPath \S+ -t /m);
});

const FULL_DISK = { message: 'ENOSPC: no space left on device, write' };
const WRONG_VALUE = {
  message: 'AssertionError: expected 90 to be 100 // Object.is equality',
  trace:
    'AssertionError: expected 90 to be 100\n    at total (src/cart.ts:41:7)\n    at src/cart.test.ts:8:3',
};

/** A CTRF report with these tests; those without an error passed. */
async function writeReport(name: string, tests: object[]): Promise<void> {
  const told = tests.map((test, at) => ({
    name: `test ${at}`,
    filePath: 'src/cart.test.ts',
    status: 'message' in test ? 'failed' : 'passed',
    duration: 1,
    ...test,
  }));
  const summary = { tests: tests.length, passed: 0, failed: 0, pending: 0, skipped: 0, other: 0 };
  const results = {
    tool: { name: 'vitest' },
    summary: { ...summary, start: 1, stop: 2 },
    tests: told,
  };
  await writeFile(join(directory, name), JSON.stringify({ results }));
}

it.each([
  ['real-bug', 1, '--fail-on real-bug: 1 unsure failure'],
  ['unsure', 1, '--fail-on unsure: 1 failure'],
  ['infra', 1, '--fail-on infra: 2 failures'],
  ['any', 1, '--fail-on any: 3 failures'],
  ['known-flake', 0, undefined],
])('exits for --fail-on %s with %i', async (word, status, reason) => {
  const others = Array.from({ length: 20 }, () => ({}));
  await writeReport('mixed.json', [WRONG_VALUE, FULL_DISK, FULL_DISK, ...others]);
  const run = await runSvc(['analyze', '--report', 'mixed.json', '--fail-on', word], {
    directory,
    env,
  });
  expect([run.status, run.stderr]).toEqual([
    status,
    reason === undefined ? '' : `svc: ${reason}\n`,
  ]);
});

it('masks secrets in titles, messages and stacks', async () => {
  const secret = 'npm_secret_of_this_test_1234567890';
  await writeReport('secret.json', [
    {
      name: `signs in with ${secret}`,
      message: `Error: ${secret} was refused`,
      trace: `Error: ${secret}\n    at signIn (src/sign-in.ts:4:2) ${secret}`,
    },
  ]);
  for (const format of [[], ['--json'], ['--markdown']]) {
    const run = await runSvc(['analyze', '--report', 'secret.json', ...format], {
      directory,
      env: { ...env, NPM_TOKEN: secret },
    });
    expect(run.stderr).toBe('');
    expect(run.stdout).not.toContain(secret);
    expect(run.stdout).toMatch(/redacted.{1,2}NPM/);
  }
});

async function fingerprintWith(token: string): Promise<string | undefined> {
  await writeReport('token.json', [{ message: `Error: the key ${token} was refused` }]);
  const run = await runSvc(['analyze', '--report', 'token.json', '--json'], {
    directory,
    env: { ...env, NPM_TOKEN: token },
  });
  return (JSON.parse(run.stdout) as Analysis).failures[0]?.fingerprint;
}

it('gives a failure with a secret the fingerprint that a server gives it', async () => {
  const fingerprint = await fingerprintWith('hunter-of-the-north');
  expect(await fingerprintWith('someone quite different')).toBe(fingerprint);
});

it('judges as many failures as a server, and says so', async () => {
  const failed = Array.from({ length: 10_002 }, () => FULL_DISK);
  await writeReport('outage.json', failed);
  const { failureCount, failures, notChecked } = await judged('outage.json');
  expect([failureCount, failures.length]).toEqual([10_002, 10_000]);
  expect(notChecked).toContain('Only the first 10000 of 10002 failures were judged.');
  const { stdout } = await runSvc(['analyze', '--report', 'outage.json'], { directory, env });
  expect(stdout).toContain('  10,002 failures, 1 cause\n');
  expect(stdout).not.toContain('More:');
});

it('does not name a command that waits for a pipe which is read', async () => {
  await writeReport('mixed.json', [WRONG_VALUE, FULL_DISK]);
  const args = ['analyze', '--report', 'mixed.json', '--log', '-', '--limit', '1'];
  const { stdout } = await runSvc(args, { directory, env, input: 'Error: it failed\n' });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('1 of 2. More: add --all');
});

it('says that reports have no failures', async () => {
  const xml = '<testsuite name="a"><testcase name="adds" classname="a" time="1"/></testsuite>';
  await writeFile(join(directory, 'fine.xml'), xml);
  const run = await runSvc(['analyze', '--report', 'fine.xml'], { directory, env });
  expect(run).toEqual({
    status: 0,
    stdout: '✓ nothing to analyze: no failures in fine.xml (1 test)\n',
    stderr: '',
  });
});

it('judges the readable part of a report that is cut off, and exits with 1', async () => {
  const whole = await readFile(join(FIXTURES, 'pytest.xml'), 'utf8');
  const end = whole.lastIndexOf('<testcase');
  await writeFile(join(directory, 'cut.xml'), whole.slice(0, end + 12));
  const run = await runSvc(['analyze', '--report', 'cut.xml'], { directory, env });
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/^svc: cut\.xml:\d+:\d+ could not be read to its end: .+\n$/);
  expect(run.stdout).toContain('judged on this machine without history');
});

it.each([
  [
    ['--report', 'none/*.xml'],
    "no report at 'none/*.xml'",
    "quote the glob and run svc where the tests ran: svc analyze --report 'reports/**/*.xml'",
  ],
  [
    ['--report', 'notes.txt'],
    "'notes.txt' is not a test report that svc reads",
    'leave it out, or set --format if the file is a report',
  ],
  [
    ['--report', 'fine.xml', '--project', 'shop'],
    'reports are judged on this machine, which knows no projects',
    'leave out --project and --all-projects',
  ],
  [
    ['--root', 'src'],
    '--root describes reports, and there is no --report',
    "svc analyze --report 'reports/**/*.xml' --root …",
  ],
  [['--offline'], '--offline needs a log or a report', 'svc analyze --log build.log --offline'],
  [['--report'], '--report needs a value: --report <files...>', 'svc analyze --help'],
])('refuses svc analyze %j in two lines', async (args, problem, remedy) => {
  const run = await runSvc(['analyze', ...args], { directory, env });
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it('shows hostile titles and messages of a report as texts', async () => {
  const evil = `&#27;[2J&#27;]52;c;ZXZpbA==&#7;\u009b31m\u202e${'x'.repeat(1_000_000)}`.replaceAll(
    /&#27;|&#7;/g,
    '\\u001b',
  );
  const test = { name: `a \u202e${'y'.repeat(1_000_000)}`, status: 'failed', duration: 1 };
  const report = {
    results: {
      tool: { name: 'tool' },
      summary: {
        tests: 1,
        passed: 0,
        failed: 1,
        pending: 0,
        skipped: 0,
        other: 0,
        start: 1,
        stop: 2,
      },
      tests: [{ ...test, message: `\u001b[31m${evil}`, trace: `at \u001b]0;x\u0007 ${evil}` }],
    },
  };
  await writeFile(join(directory, 'evil.json'), JSON.stringify(report));
  for (const format of [[], ['--markdown']]) {
    const run = await runSvc(['analyze', '--report', 'evil.json', ...format], { directory, env });
    expect([run.status, run.stderr]).toEqual([0, '']);
    // oxlint-disable-next-line no-control-regex
    expect(run.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(run.stdout.length).toBeLessThan(20_000);
  }
});
