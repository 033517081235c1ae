import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analysis } from '@svc/contract/analysis/analyses';
import type { IngestBody } from '@svc/contract/executions/ingest';
import { beforeAll, expect, it } from 'vitest';
import { emptyFolder } from '../../../test/run-svc.ts';
import { joinShopServer, type ShopServer } from '../../../test/shop-server.ts';

let server: ShopServer;
let id: string;
beforeAll(async () => {
  server = await joinShopServer();
  id = (await server.ingest()).executionId;
});

const SHOP = ['--project', 'shop'];

/** One test that passes, and no other. */
function onlyPassing(body: IngestBody): void {
  body.files = [];
  Object.assign(body.execution, { status: 'passed', errors: [] });
  body.results = [
    { titlePath: ['adds up'], file: 'src/cart.test.ts', status: 'passed', durationMs: 1 },
  ];
}

it('says why an execution failed: causes with evidence and a plan', async () => {
  const { status, stdout, stderr } = await server.svc(['analyze', id], { env: { COLUMNS: '80' } });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('shop #1  fix-cart 77e0a1c  3 failures, 3 causes');
  expect(lines[2]).toMatch(/^✗ REAL_BUG {2}\d\d % sure$/);
  expect(stdout).toMatch(/^✗ keeps the discount {40,}src\/cart\.test\.ts:21$/m);
  expect(stdout).toMatch(/^ {4}\+\d\.\d {2}Product code is in the stack: at src\/cart\.ts:50:11$/m);
  expect(stdout).toContain(
    "\n       npx vitest run src/cart.test.ts -t '^cart(?: >)? checkout(?: >)? keeps",
  );
  expect(stdout).toContain('\n  owner        @example/cart\n');
  // A file that failed outside its tests runs whole.
  expect(stdout).toMatch(/ npx vitest run src\/broken\.test\.ts(?: \|\||$)/m);
  expect(lines.filter((line) => line.length > 80 && !line.includes('npx'))).toEqual([]);
});

async function beginning(...args: string[]): Promise<string> {
  const { stdout } = await server.svc(['analyze', ...args, ...SHOP]);
  return stdout.split('\n', 2).join('\n');
}

it('takes the latest by default, a number, and the newest of a branch', async () => {
  expect(await beginning()).toMatch(/^latest on any branch:\nshop #1 {2}/);
  expect(await beginning('#1')).toMatch(/^shop #1 {2}/);
  expect(await beginning('branch:fix-cart')).toMatch(/^newest on branch fix-cart:\nshop #1 {2}/);
});

it("prints the contract's data with --json, at most --limit causes", async () => {
  const whole = await server.svc(['analyze', id, '--json']);
  const analysis = JSON.parse(whole.stdout) as Analysis;
  expect(await server.data(`ci/analyses/${analysis.id}`)).toEqual({
    ...analysis,
    failures: expect.arrayContaining(analysis.failures) as unknown,
  });
  expect(analysis.failures.length).toBe(3);
  const { stdout } = await server.svc(['analyze', id, '--json', '--limit', '1']);
  const limited = JSON.parse(stdout) as Analysis;
  expect([limited.failureCount, limited.failures.length]).toEqual([3, 1]);
});

it('shows at most --limit causes, and says how to see the rest', async () => {
  const { stdout } = await server.svc(['analyze', '1', ...SHOP, '--limit', '2']);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(
    '2 of 3. More: svc analyze 1 --project shop --all',
  );
  const all = await server.svc(['analyze', '1', ...SHOP, '--limit', '2', '--all']);
  expect(all.stdout).not.toContain('More:');
});

it('judges a log together with the execution', async () => {
  const directory = await emptyFolder();
  await writeFile(join(directory, 'build.log'), 'Error: ENOSPC: no space left on device, write\n');
  const { executionId } = await server.ingest(({ execution, files, results }) => {
    execution.project = 'with a log';
    files?.splice(0);
    results.splice(0, results.length, {
      titlePath: ['writes'],
      file: 'src/file.test.ts',
      status: 'failed',
      durationMs: 5,
    });
  });
  const args = ['analyze', executionId, '--log', 'build.log'];
  const { stdout } = await server.svc(args, { directory });
  expect(stdout).toMatch(
    /^with a log #1 {2}fix-cart 77e0a1c {2}with the log build\.log {2}1 failure\n/,
  );
  expect(stdout).toContain('ENOSPC: no space left on device');
  expect(stdout).not.toContain('There was no log.');
});

it('exits with 1 if a failure has a class of --fail-on', async () => {
  const { failures } = JSON.parse((await server.svc(['analyze', id, '--json'])).stdout) as Analysis;
  const countOf = (classification: string) =>
    failures.filter((one) => one.classification === classification).length;
  const bugs = countOf('REAL_BUG');
  expect(bugs).toBeGreaterThan(0);
  const met = await server.svc(['analyze', id, '--fail-on', 'real-bug,any']);
  expect([met.status, met.stderr]).toEqual([
    1,
    `svc: --fail-on real-bug: ${bugs} ${bugs === 1 ? 'failure' : 'failures'}\n` +
      'svc: --fail-on any: 3 failures\n',
  ]);
  expect(countOf('KNOWN_FLAKE')).toBe(0);
  const unmet = await server.svc(['analyze', id, '--fail-on', 'known-flake']);
  expect([unmet.status, unmet.stderr]).toEqual([0, '']);
});

it('says that there is nothing to analyze, and exits with 0', async () => {
  const { executionId } = await server.ingest((body) => {
    onlyPassing(body);
    body.execution.project = 'healthy';
  });
  const text = '✓ nothing to analyze: #1 has no failures\n';
  const args = ['analyze', executionId, '--fail-on', 'any'];
  expect(await server.svc(args)).toEqual({ status: 0, stdout: text, stderr: '' });
  expect((await server.svc([...args, '--json'])).stdout).toBe('null\n');
  expect((await server.svc([...args, '--markdown'])).stdout).toBe(
    text.replace('#', String.raw`\#&#8203;`),
  );
});

it('does not look good where an execution failed without a failing test', async () => {
  const { executionId } = await server.ingest((body) => {
    onlyPassing(body);
    body.execution.project = 'covered';
    body.execution.status = 'failed';
  });
  const args = ['analyze', executionId];
  const said = 'failed without a failing test, file or run; its log may say why: add --log FILE';
  const { status, stdout } = await server.svc(args, { env: { COLUMNS: '200' } });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `! nothing to analyze: #1 ${said}\n` });
  expect((await server.svc([...args, '--fail-on', 'any'])).status).toBe(1);
  const withLog = (input: string) => server.svc([...args, '--log', '-'], { input });
  expect((await withLog('all is well\n')).stdout.replaceAll(/\s+/g, ' ')).toBe(
    '! nothing to analyze: #1 failed without a failing test, file or run, and no error found in stdin ',
  );
  expect((await withLog('Error: ENOSPC: no space left on device, write\n')).stdout).toContain(
    'ENOSPC: no space left on device',
  );
});

it('prints a table of the causes and the plans with --markdown', async () => {
  const { stdout } = await server.svc(['analyze', id, '--markdown']);
  expect(stdout).toMatch(
    /^### ✗ REAL\\_BUG, \d+ % sure: shop \\#&#8203;1, fix-cart 77e0a1c, 3 failures, 3 causes\n/,
  );
  expect(stdout).toContain('| class | sure | cause | place | first step |');
  expect(stdout).toContain("   ```sh\n   npx vitest run src/cart.test.ts -t '^cart");
});

it.each([
  ['running', {}, 'is still running (1 of 2 parts) and has no failures yet'],
  ['interrupted', { status: 'interrupted' as const }, 'was interrupted and has no failures'],
])('does not look good where an execution is %s', async (status, changes, said) => {
  const { executionId } = await server.ingest((body) => {
    onlyPassing(body);
    body.execution.project = `still ${status}`;
    Object.assign(body.execution, changes);
    if (status === 'running') body.execution.shard = { index: 1, total: 2 };
  });
  expect(await server.svc(['analyze', executionId])).toEqual({
    status: 0,
    stdout: `! nothing to analyze: #1 ${said}\n`,
    stderr: '',
  });
});

/** More failures than one analysis lists. The last one is of another class. */
function outage(body: IngestBody): void {
  body.execution.project = 'outage';
  body.files = [];
  body.results = Array.from({ length: 1_005 }, (_, at) => ({
    titlePath: ['pages', `loads page ${at}`],
    file: 'e2e/page.spec.ts',
    status: 'failed',
    durationMs: 1,
    attempts: [
      {
        status: 'failed',
        durationMs: 1,
        errors: [at < 1_004 ? WRONG_VALUE : { message: 'ENOSPC: no space left on device, write' }],
      },
    ],
  }));
}

const WRONG_VALUE = {
  message: 'AssertionError: expected 90 to be 100 // Object.is equality',
  stack: 'AssertionError: expected 90 to be 100\n    at total (src/cart.ts:41:7)',
};

it('reads failures beyond those that an analysis lists for --all, and for --fail-on', async () => {
  const { executionId } = await server.ingest(outage);
  const some = await server.svc(['analyze', executionId], { env: { COLUMNS: '120' } });
  expect(some.stdout).toContain('#1  fix-cart 77e0a1c  1,005 failures\n');
  expect(some.stdout).toContain('and at least 999 more tests');
  expect(some.stdout.trimEnd().split('\n').slice(-2)).toEqual([
    '1 cause, from the 1,000 most severe failures. More:',
    `svc analyze ${executionId} --all`,
  ]);
  const all = await server.svc(['analyze', executionId, '--all', '--json']);
  const { failures } = JSON.parse(all.stdout) as Analysis;
  expect([failures.length, failures.at(-1)?.classification]).toEqual([1_005, 'INFRA']);
  const run = await server.svc(['analyze', executionId, '--fail-on', 'infra,healable']);
  expect([run.status, run.stderr]).toEqual([1, 'svc: --fail-on infra: 1 failure\n']);
});

it('corrects an outage without reading all of its failures', async () => {
  const { executionId } = await server.ingest(outage);
  const correct = async (...args: string[]) => {
    const run = await server.svc(['analyze', 'correct', executionId, ...args, '-v']);
    const pages = run.stderr.match(/analyses\.failures/g)?.length ?? 0;
    return { ...run, pages };
  };
  const { stdout } = await server.svc(['analyze', executionId, '--json']);
  const [first] = (JSON.parse(stdout) as Analysis).failures;
  const unsaid = await correct('healable');
  expect([unsaid.status, unsaid.pages]).toEqual([2, 0]);
  expect(unsaid.stderr).toContain(
    'svc: the execution has 1,005 failures\n' +
      'try: add --test or --fingerprint for some of them, or --all\n',
  );
  const ofPrint = await correct('healable', '--fingerprint', first?.fingerprint.slice(0, 12) ?? '');
  expect(ofPrint.pages).toBe(0);
  expect(ofPrint.stdout).toContain('✓ at least 1,000 failures: HEALABLE\n');
  const ofTest = await correct('infra', '--test', first?.testId ?? '');
  expect(ofTest.pages).toBe(1);
  expect(ofTest.stdout).toMatch(/✓ 1 failure: INFRA \(.+\)\n {2}loads page 0 \(e2e\/page/);
  const all = await correct('infra', '--all');
  expect(all.pages).toBe(0);
  expect(all.stdout).toContain('✓ 1,005 failures: INFRA\n');
  expect(all.stdout).toContain('\n  and 1,002 more\n');
});

it.each([
  [
    ['0193a1b2-0000-7000-8000-000000000001'],
    "no execution '0193a1b2-0000-7000-8000-000000000001' in this key's organization",
    'svc executions',
  ],
  [['99', ...SHOP], "no execution '#99' in project shop", 'svc executions --project shop'],
  [['1', '2'], "unexpected argument '2' for 'svc analyze'", 'svc analyze --help'],
  [['corect', '1'], "unexpected argument 'corect' for 'svc analyze'", 'svc analyze correct'],
  [['latst'], "'latst' is not an execution", 'write latest'],
  [
    ['1', '--report', 'a.xml'],
    "an execution and --report cannot be combined: '1' is on the server",
    'svc analyze --report a.xml',
  ],
  [['1', '--offline'], "--offline asks no server, and '1' is on it", 'svc analyze 1'],
  [
    ['1', '--offline', '--log', 'a.log'],
    "--offline asks no server, and '1' is on it",
    'svc analyze --offline --log a.log',
  ],
  [
    ['--fail-on', 'bugs'],
    "--fail-on 'bugs' is invalid: expected one of real-bug, healable, infra, known-flake, unsure, any",
    'svc analyze --help',
  ],
])('refuses svc analyze %j in two lines', async (args, problem, remedy) => {
  const run = await server.svc(['analyze', ...args]);
  expect(run).toEqual({ status: 2, stdout: '', stderr: `svc: ${problem}\ntry: ${remedy}\n` });
});

it('lets no control character of a hostile upload reach the terminal', async () => {
  const evil = '\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31m\u202e\u0008\rx';
  const { executionId } = await server.ingest(({ execution, files, results }) => {
    execution.project = `p${evil}`;
    Object.assign(execution.git ?? {}, { branch: evil, commit: evil });
    for (const file of files ?? []) {
      file.errors = [{ message: evil, stack: `${evil}\n at ${evil}` }];
    }
    for (const result of results) {
      result.titlePath = [evil, `b${evil}`];
      Object.assign(result, { file: `f${evil}`, owner: evil });
      for (const { errors } of result.attempts ?? []) {
        for (const error of errors ?? [])
          Object.assign(error, { message: `${evil} x`, stack: evil });
      }
    }
  });
  for (const format of [[], ['--markdown'], ['--json']]) {
    const { status, stdout, stderr } = await server.svc(['analyze', executionId, ...format]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  }
});
