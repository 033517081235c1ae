import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readSpoolFile } from '@svc/reporter-core/spool/spool';
import { type Finished, svcLines } from '@svc/reporter-core/test/projects/run-command.ts';
import { readOnlyExecution } from '@svc/reporter-core/test/servers/read-execution.ts';
import {
  accept,
  type Behaviour,
  fail,
  startSink,
  type Upload,
} from '@svc/reporter-core/test/servers/sink-server.ts';
import { runWith } from '@svc/reporter-core/test/projects/sent-run.ts';
import { joinServer } from '@svc/server/test/server.ts';
import { config, FULL_MAJORS, type FixtureProject, makeProject } from './fixture-project.ts';
import { type Ended, runEach, type Scenario } from './many-runs.ts';

// The machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const REPORTERS = ['default', '@svc/jest-reporter'];
const FILES = {
  'lib.js': `exports.add = (a, b) => a + b;\nexports.unused = () => { return 2; };\n`,
  'a.test.js': `const { add } = require('./lib.js');\ntest('adds', () => { expect(add(1, 1)).toBe(2); });\n`,
};
const RED = { ...FILES, 'b.test.js': `test('fails', () => { throw new Error('no'); });\n` };
/** Jest then gives the reporter more time. */
const PATIENT = { openHandlesTimeout: 0 };
const MISSED = 'Coverage for functions (50%) does not meet global threshold (100%)';

const SCENARIOS = {
  missed: { files: withCoverage({ global: { functions: 100 } }) },
  met: { files: withCoverage({ global: { functions: 50, branches: 100 } }) },
  uncovered: { files: withCoverage({ global: { functions: -2, statements: -0.5 } }) },
  'of-a-path': { files: withCoverage({ './lib.js': { functions: 100 } }) },
  'path-and-global': {
    // Jest takes the file of the path out of the global threshold.
    files: {
      ...withCoverage({ global: { functions: 100 }, './lib.js': { functions: 10 } }),
      'whole.js': `exports.one = () => 1;\n`,
      'b.test.js': `test('one', () => { expect(require('./whole.js').one()).toBe(1); });\n`,
    },
  },
  v8: { files: withCoverage({ global: { functions: 100 } }, { coverageProvider: 'v8' }) },
  'beside-a-failure': {
    files: { ...RED, ...withCoverage({ global: { functions: 100 } }) },
  },
  unchecked: {
    files: {
      ...FILES,
      'jest.config.js': config(REPORTERS, thresholds({ global: { functions: 100 } })),
    },
    args: ['--coverage=false'],
  },
  'other-reporter': {
    files: {
      ...FILES,
      'strict.js': `module.exports = class { getLastError() { return new Error('strict'); } };`,
      'jest.config.js': config([...REPORTERS, '<rootDir>/strict.js'], PATIENT),
    },
  },
} satisfies Record<string, Scenario>;

describe.each(FULL_MAJORS)('Jest %s fails a run after its tests', (major) => {
  let runs: Map<string, Ended>;
  beforeAll(async () => {
    runs = await runEach(major, SCENARIOS);
  });
  const errorsOf = (name: keyof typeof SCENARIOS): unknown[] => {
    const { exitCode, bodies = [] } = runs.get(name) ?? {};
    return [
      exitCode,
      ...bodies.map(({ execution }) => execution.errors?.map(({ message }) => message)),
    ];
  };

  it.each([
    ['missed', MISSED],
    ['v8', expect.stringMatching(/^Coverage for functions \(.*%\) does not meet global/)],
    ['uncovered', 'Uncovered count for statements (1) exceeds global threshold (0.5)'],
    ['beside-a-failure', MISSED],
    [
      'of-a-path',
      expect.stringMatching(/although no test failed: a coverage threshold was missed/),
    ],
    ['other-reporter', expect.stringMatching(/although no test failed: another reporter failed$/)],
  ] as const)('and the reporter sends the error, %s', (name, message) => {
    expect(errorsOf(name)).toEqual([1, undefined, [message]]);
    const [first, second] = runs.get(name)?.bodies ?? [];
    expect(second).toMatchObject({
      runId: first?.runId,
      execution: { key: first?.execution.key, status: 'failed' },
      results: [],
    });
  });

  it.each(['met', 'unchecked', 'path-and-global'] as const)('or does not, %s', (name) => {
    expect(errorsOf(name)).toEqual([0, undefined]);
  });

  it('and the execution of the run fails', async () => {
    const server = await joinServer();
    using project = makeProject(major, SCENARIOS.missed.files);
    const env = { SVC_URL: server.url, SVC_API_KEY: server.apiKey };
    const run = await project.run({ env });
    expect(run.exitCode).toBe(1);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(/^svc: sent 1 result to /),
      `svc: this run failed after its tests: ${MISSED}; sent`,
    ]);
    expect(await readOnlyExecution(server)).toMatchObject({
      status: 'failed',
      errors: [{ message: MISSED }],
      totals: { tests: 1, passed: 1 },
      shards: { expected: 1, received: 1 },
    });
  });

  it('and the reporter sends the error even if the process exits at once', async () => {
    using project = makeProject(major, SCENARIOS.missed.files);
    const { run, notes, uploads } = await runNoted(project, ['--forceExit']);
    expect(sentErrors(project, { run, uploads })).toEqual([MISSED]);
    expect(notes).toEqual([['a coverage threshold', 'a reporter of Jest']]);
  });

  it('and the reporter saves the error if the server does not take it', async () => {
    using project = makeProject(major, SCENARIOS.missed.files);
    const { run, notes } = await runNoted(
      project,
      ['--forceExit'],
      [accept, fail(503, 'SERVICE_UNAVAILABLE')],
    );
    expect(await savedErrors(project, run)).toEqual([MISSED]);
    expect(notes).toEqual([['a coverage threshold', 'a reporter of Jest']]);
  });

  it.each([
    ['throws', `module.exports = async () => { throw new Error('no database'); };`],
    ['is no function', `module.exports = {};`],
    ['exits', `module.exports = () => process.exit(1);`],
  ])('and the reporter sends the error of a global teardown that %s', async (_, teardown) => {
    using project = makeProject(major, withTeardown(teardown));
    const { run, notes, uploads } = await runNoted(project);
    expect(sentErrors(project, { run, uploads })).toEqual([
      'The global teardown failed: see the log for the error',
    ]);
    // svc run then excuses nothing.
    expect(notes).toEqual([['the global teardown']]);
  });

  it('or not, with a global teardown that ends well, also beside failed tests', async () => {
    using project = makeProject(major, { ...RED, ...withTeardown('module.exports = () => {};') });
    const { run, notes } = await runNoted(project);
    expect(run.exitCode).toBe(1);
    expect(svcLines(run)).toHaveLength(1);
    expect(notes).toEqual([[]]);
  });
});

function thresholds(coverageThreshold: object): Record<string, unknown> {
  return { ...PATIENT, collectCoverage: true, coverageReporters: ['json'], coverageThreshold };
}

function withCoverage(threshold: object, more: object = {}): Record<string, string> {
  return { ...FILES, 'jest.config.js': config(REPORTERS, { ...thresholds(threshold), ...more }) };
}

function withTeardown(teardown: string): Record<string, string> {
  const settings = { globalTeardown: '<rootDir>/teardown.js' };
  return { ...FILES, 'teardown.js': teardown, 'jest.config.js': config(REPORTERS, settings) };
}

/** Runs the project as `svc run` does, and returns the causes that the reporters noted. */
async function runNoted(
  project: FixtureProject,
  args: readonly string[] = [],
  behaviours: readonly Behaviour[] = [],
): Promise<{ run: Finished; notes: unknown[]; uploads: Upload[] }> {
  await using sink = await startSink();
  if (behaviours.length > 0) sink.behave(...behaviours);
  const folder = join(project.folder, 'notes');
  mkdirSync(folder);
  const run = await runWith(project, sink.url, { args, env: { SVC_RUN_FOLDER: folder } });
  const notes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return {
    run,
    uploads: sink.uploads,
    notes: notes.map((text) => (JSON.parse(text) as { unseenCauses: unknown }).unseenCauses),
  };
}

/** The errors that a run with exit code 1 sent after its results, and did not save. */
function sentErrors(
  { spoolFolder }: FixtureProject,
  { run, uploads }: { run: Finished; uploads: readonly Upload[] },
): unknown[] {
  expect(run.exitCode).toBe(1);
  expect(svcLines(run)).toEqual([
    expect.stringMatching(/^svc: sent 1 result to /),
    expect.stringMatching(/^svc: this run failed after its tests: .*; sent$/),
  ]);
  expect(existsSync(spoolFolder) ? readdirSync(spoolFolder) : []).toEqual([]);
  expect(uploads).toHaveLength(2);
  return uploads[1]?.body.execution.errors?.map(({ message }) => message) ?? [];
}

/** The errors that a run with exit code 1 saved after it was sent. */
async function savedErrors({ spoolFolder }: FixtureProject, run: Finished): Promise<unknown[]> {
  expect(run.exitCode).toBe(1);
  expect(svcLines(run)).toEqual([
    expect.stringMatching(/^svc: sent 1 result to /),
    expect.stringMatching(/^svc: this run failed after its tests: .* is saved to /),
  ]);
  const saved = await Promise.all(
    readdirSync(spoolFolder).map((name) => readSpoolFile(join(spoolFolder, name))),
  );
  return saved.flatMap((each) => each?.body.execution.errors?.map(({ message }) => message) ?? []);
}
