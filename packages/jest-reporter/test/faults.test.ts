import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Finished, svcLines } from '@svc/reporter-core/test/run-command.ts';
import {
  addressOfNobody,
  API_KEY,
  type Behaviour,
  fail,
  garbage,
  hangUp,
  slowly,
  startSink,
} from '@svc/reporter-core/test/sink-server.ts';
import { config, type FixtureProject, MAJORS, makeProject } from './fixture-project.ts';

// Each test starts Jest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PROJECT = {
  'jest.config.js': config(['@svc/jest-reporter']),
  'without.config.js': config([]),
  'src/shop.test.js': `test('adds up', () => expect(1 + 1).toBe(2));
test('fails on demand', () => expect(process.env.FIXTURE_FAILS).toBe(undefined));
`,
};

// Short, so that a test of a budget that runs out takes no half a minute.
const BUDGET = { SVC_UPLOAD_BUDGET_MS: '1500' };

const FAULTS: [name: string, behaviour: Behaviour, told: string][] = [
  [
    'answers 500',
    fail(500, 'INTERNAL_SERVER_ERROR'),
    'the server says INTERNAL_SERVER_ERROR (500)',
  ],
  ['answers with something else', garbage, "is not an svc server's"],
  ['closes the connection', hangUp, 'connection closed'],
  ['takes longer than the budget', slowly(10_000), 'no answer in time'],
];

/** Tests whose values break what looks at them, each in a file of its own. */
const ODD_TESTS: [name: string, source: string][] = [
  [
    'circular and BigInt values',
    `test('circular', () => { const a = { n: 1 }; a.self = a; expect(a).toEqual({ n: 2 }); });
test('big', () => { expect({ n: 1n }).toEqual({ n: 2n }); });`,
  ],
  [
    'a throwing toJSON',
    `test('odd', () => { expect({ toJSON() { throw new Error('no'); } }).toEqual({}); });`,
  ],
  [
    'a getter that throws',
    `test('odd', () => { expect({ get a() { throw new Error('no'); } }).toEqual({ b: 1 }); });`,
  ],
  [
    'control characters in titles',
    `describe('bell \\u0007', () => { test('esc \\u001b[31m, nul \\u0000, half \\ud800', () => { throw new Error('x'); }); });`,
  ],
  ['thrown nothing', `test('odd', () => { throw undefined; });`],
];

describe.each(MAJORS)('Jest %s', (major) => {
  let project: FixtureProject;
  let without: Finished;

  beforeAll(async () => {
    project = makeProject(major, PROJECT);
    without = await project.run({ args: ['--json', '--config', 'without.config.js'] });
  });
  afterAll(() => project[Symbol.dispose]());

  it('prints the same report and ends with the same code when all goes well', async () => {
    await using sink = await startSink();
    const run = await project.run({
      args: ['--json'],
      env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url },
    });
    expect(sink.uploads).toHaveLength(1);
    expectSame(run, without);
    expect(without.exitCode).toBe(0);
    expect(without.stdout).toContain('"numPassedTests":2');
  });

  it('prints one notice and sends nothing without a key', async () => {
    await using sink = await startSink();
    const run = await project.run({ args: ['--json'], env: { SVC_URL: sink.url } });
    expectSame(run, without);
    expect(svcLines(run)).toEqual(['svc: no SVC_API_KEY, so this run is not reported.']);
    expect(sink.uploads).toEqual([]);
  });

  it.each(FAULTS)('is not heard when the server %s', async (_, behaviour, told) => {
    await using sink = await startSink();
    sink.behave(behaviour);
    const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url, ...BUDGET };
    const run = await project.run({ args: ['--json'], env });
    expectSame(run, without);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(
        /^svc: could not send: .* Kept in node_modules\/\.cache\/svc\/.*\.json\.gz; /,
      ),
    ]);
    expect(run.stderr).toContain(told);
  });

  it('is not heard when no server is there, and leaves a failing run failing', async () => {
    const url = await addressOfNobody();
    const env = { SVC_API_KEY: API_KEY, SVC_URL: url, ...BUDGET };
    const green = await project.run({ args: ['--json'], env });
    expectSame(green, without);
    expect(green.stderr).toContain(`connection refused at ${url}. Kept in`);
    const red = await project.run({ env: { ...env, FIXTURE_FAILS: '1' } });
    expect(red.exitCode).toBe(1);
  });

  it.each(ODD_TESTS.flatMap((odd) => ['-i', '-w=2'].map((mode) => [...odd, mode] as const)))(
    'is not disturbed by %s',
    async (_, source, mode) => {
      await using sink = await startSink();
      using odd = makeProject(major, {
        ...PROJECT,
        'src/odd.test.js': source,
      });
      const env = { SVC_API_KEY: API_KEY, SVC_URL: sink.url };
      const args = [mode, '--no-cache'];
      const bare = await odd.run({ args: [...args, '--config', 'without.config.js'] });
      const run = await odd.run({ args, env });
      expect([run.exitCode, run.signal]).toEqual([bare.exitCode, bare.signal]);
      expect(svcLines(run)).toEqual([expect.stringMatching(/^svc: sent \d results? /)]);
      const failed = sink.uploads[0]?.body.results.filter(({ status }) => status !== 'passed');
      expect(failed?.length).toBeGreaterThan(0);
    },
  );

  it('cuts 20 MB of console output in one test', async () => {
    await using sink = await startSink();
    using chatty = makeProject(major, {
      'jest.config.js': config(['@svc/jest-reporter']),
      // Of a single file Jest 29 prints the console by itself, and gives it to no reporter.
      'b.test.js': `test('is silent', () => {});`,
      'a.test.js': `test('talks', () => {
  for (let line = 0; line < 20_000; line++) console.log('x'.repeat(1_000) + line);
  throw new Error('tired');
});`,
    });
    const run = await chatty.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
    expect(run.exitCode).toBe(1);
    const file = sink.uploads[0]?.body.files?.find((each) => each.file === 'a.test.js');
    expect(file?.stdout?.length).toBeLessThanOrEqual(256 * 1024);
    expect(file?.stdout).toMatch(/^x{1000}0\n/);
    expect(file?.stdout).toMatch(/characters cut by svc/);
    expect(file?.stdout).toMatch(/x19999\n$/);
  });
});

function expectSame(run: Finished, without: Finished): void {
  expect(run.exitCode).toBe(without.exitCode);
  expect(run.signal).toBe(without.signal);
  expect(timeless(run.stdout)).toBe(timeless(without.stdout));
}

/** Jest's report without the times, which differ from run to run. */
function timeless(report: string): string {
  return report.replaceAll(
    /"(startTime|startAt|endTime|duration|start|end|runtime)":\d+/g,
    '"$1":0',
  );
}
