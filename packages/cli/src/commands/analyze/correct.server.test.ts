import type { Analysis, FeedbackAnswer } from '@svc/contract/analysis/analyses';
import { beforeAll, expect, it } from 'vitest';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
let failures: Analysis['failures'];
beforeAll(async () => {
  server = await joinShopServer();
  await server.ingest();
  await server.ingest();
  const { stdout } = await server.svc(['analyze', '1', '--project', 'shop', '--json']);
  ({ failures } = JSON.parse(stdout) as Analysis);
});

const correct = (...args: string[]) =>
  server.svc(['analyze', 'correct', ...args, '--project', 'shop'], { env: { COLUMNS: '80' } });

/** The class of a test in an execution, and who gave it. */
async function classOf(number: string, title: string) {
  const { stdout } = await server.svc(['analyze', number, '--project', 'shop', '--json']);
  const analysis = JSON.parse(stdout) as Analysis;
  const found = analysis.failures.find((failure) => failure.title === title);
  return [found?.classification, found?.correctedBy?.classification];
}

it('records the class of a test, and later failures with the fingerprint follow it', async () => {
  const { status, stdout, stderr } = await correct('1', 'infra', '--test', 'waits for the index');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^shop #1 {2}fix-cart 77e0a1c\n✓ 1 failure: INFRA \(was (?:[A-Z_]+|unsure)\)\n {2}waits for the index \(\S+\)\nLater failures with this fingerprint follow it\.\nSee it: svc analyze 1 --project shop\n$/,
  );
  for (const number of ['1', '2']) {
    // While the server analyses the execution, it answers with the analysis before.
    await expect
      .poll(() => classOf(number, 'waits for the index'), { timeout: 15_000 })
      .toEqual(['INFRA', 'INFRA']);
  }
  expect((await classOf('1', 'keeps the discount'))[1]).toBeUndefined();
  const { stdout: text } = await server.svc(['analyze', '1', '--project', 'shop']);
  expect(text).toMatch(/said INFRA (?:just now|\d+ s ago|now)/);
});

it('takes a fingerprint or its first digits, and prints the answer of the server with --json', async () => {
  const failure = failures.find(({ title }) => title === 'keeps the discount');
  const fingerprint = failure?.fingerprint ?? '';
  const run = await correct('1', 'REAL_BUG', '--fingerprint', fingerprint.slice(0, 12), '--json');
  expect(JSON.parse(run.stdout)).toEqual({
    classification: 'REAL_BUG',
    by: expect.any(String) as string,
    at: expect.stringMatching(/^\d{4}-.+Z$/) as string,
    fingerprints: [fingerprint],
  });
});

it('corrects a file that failed outside its tests, and no other failure', async () => {
  const args = ['1', 'real-bug', '--test', 'src/broken.test.ts', '--json'];
  const { fingerprints } = JSON.parse((await correct(...args)).stdout) as FeedbackAnswer;
  const broken = failures.find(({ title }) => title === 'src/broken.test.ts');
  expect(fingerprints).toEqual([broken?.fingerprint]);
});

it('takes a title with its groups as the server knows them, and no other group', async () => {
  const { stdout } = await correct('1', 'real-bug', '--test', 'checkout › keeps the discount');
  expect(stdout).toContain('\n✓ 1 failure: REAL_BUG (');
  expect(stdout).toContain('\n  keeps the discount (src/cart.test.ts)\n');
  const { status, stderr } = await correct('1', 'infra', '--test', 'login › keeps the discount');
  expect(status).toBe(2);
  expect(stderr).toContain("svc: no failure of a test 'login › keeps the discount'\n");
});

it('prints what was recorded with --markdown', async () => {
  const args = ['1', 'real-bug', '--test', 'keeps the discount', '--markdown'];
  const { stdout } = await correct(...args);
  expect(stdout).toMatch(
    /^### ✓ 1 failure: REAL\\_BUG \(confirmed\): shop \\#&#8203;1, fix-cart 77e0a1c\n\n- keeps the discount \(src\/cart\.test\.ts\)\n\nLater failures with this fingerprint follow it\.\n$/,
  );
});

it('corrects all failures only when that is said', async () => {
  const refused = await correct('1', 'healable');
  expect(refused).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'svc: the execution has 3 causes of failures\n' +
      'try: add --test or --fingerprint for one of them, or --all\n',
  });
  const all = await correct('1', 'healable', '--all');
  expect(all.stdout).toContain('\n✓ 3 failures: HEALABLE (was ');
  expect(all.stdout).toContain('Later failures with these 3 fingerprints follow it.\n');
});

it.each([
  [
    ['1', 'infra', '--test', 'no such test'],
    "no failure of a test 'no such test'",
    'svc analyze 1 --project shop --all',
  ],
  [['1', 'infra', '--test', 's'], "3 tests match 's': ", 'write a whole title or a test id'],
  [
    ['1', 'infra', '--fingerprint', 'fp2:ffffffffffffffff'],
    "no failure with the fingerprint 'fp2:ffffffffffffffff'",
    'svc analyze 1 --project shop --all',
  ],
  [
    ['1', 'bug'],
    "'bug' is invalid: expected one of real-bug, healable, infra, known-flake",
    'svc analyze correct --help',
  ],
  [
    ['1', 'infra', '--all', '--test', 'keeps the discount'],
    '--all and --test cannot be combined',
    'leave out --all to correct only these failures',
  ],
  [['1'], 'missing argument: <class>', 'svc analyze correct --help'],
  [
    ['1', 'infra', '--fail-on', 'any'],
    "unexpected option '--fail-on' for 'svc analyze correct'",
    'svc analyze correct --help',
  ],
])('refuses svc analyze correct %j in two lines', async (args, problem, remedy) => {
  const { status, stdout, stderr } = await correct(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`svc: ${problem}`);
  expect(stderr).toContain(`\ntry: ${remedy}\n`);
});
