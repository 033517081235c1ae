import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
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

// Each test starts Vitest anew, several times, and machines may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// Without an output file the JSON reporter of Vitest 3 and 4 writes to standard output, that of 5 to a file.
const PROJECT = {
  'vitest.config.js': config(['tap', 'json', '@svc/vitest-reporter']),
  'without.config.js': config(['tap', 'json']),
  'src/shop.test.js': `import { expect, test } from 'vitest';
test('adds up', () => expect(1 + 1).toBe(2));
test('fails on demand', () => expect(process.env.FIXTURE_FAILS).toBe(undefined));
`,
};

const READABLE_PROJECT = {
  ...PROJECT,
  'vitest.config.js': config(['tap', '@svc/vitest-reporter']),
};

// Short, so that a test of a budget that runs out takes no half a minute.
const BUDGET = { SVC_UPLOAD_BUDGET_MS: '1500' };

const FAULTS: [name: string, behaviour: Behaviour, told: string][] = [
  [
    'answers 500',
    fail(500, 'INTERNAL_SERVER_ERROR'),
    'the server says INTERNAL_SERVER_ERROR (500)',
  ],
  ['asks to wait longer than the budget', tooMany(), 'the server says RATE_LIMITED (429)'],
  ['answers with something else', garbage, "is not an svc server's"],
  ['closes the connection', hangUp, 'connection closed'],
  ['takes longer than the budget', slowly(10_000), 'no answer in time'],
  ['does not know the key', fail(401, 'UNAUTHORIZED'), 'the server says UNAUTHORIZED (401)'],
];

describe.each(MAJORS)('Vitest %s', (major) => {
  let project: FixtureProject;
  let without: Finished;
  let jsonWithout: string;

  beforeAll(async () => {
    project = makeProject(major, PROJECT);
    without = await project.run({ args: ['--config', 'without.config.js'] });
    jsonWithout = jsonFile(project);
  });
  afterAll(() => project[Symbol.dispose]());

  it('prints the same report and ends with the same code when all goes well', async () => {
    await using sink = await startSink();
    const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
    expect(sink.uploads).toHaveLength(1);
    expectSame(run, without);
    expect(without.exitCode).toBe(0);
    expect(without.stdout + jsonFile(project)).toContain('"numPassedTests":2');
    expect(timeless(jsonFile(project))).toBe(timeless(jsonWithout));
  });

  it('prints one notice and sends nothing without a key', async () => {
    await using sink = await startSink();
    const run = await project.run({ env: { SVC_URL: sink.url } });
    expectSame(run, without);
    expect(svcLines(run)).toEqual(['svc: no SVC_API_KEY, so this run is not reported.']);
    expect(sink.uploads).toEqual([]);
  });

  it.each(FAULTS)('is not heard when the server %s', async (_, behaviour, told) => {
    await using sink = await startSink();
    sink.behave(behaviour);
    const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url, ...BUDGET } });
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
    const [green, red] = [
      await project.run({ env }),
      await project.run({ env: { ...env, FIXTURE_FAILS: '1' } }),
    ];
    expectSame(green, without);
    expect(green.stderr).toContain(`connection refused at ${url}. Kept in`);
    expect(red.exitCode).toBe(1);
  });

  it('puts a run aside that the server refuses for good', async () => {
    await using sink = await startSink();
    sink.behave(fail(400, 'BAD_REQUEST'));
    const run = await project.run({ env: { SVC_API_KEY: API_KEY, SVC_URL: sink.url } });
    expectSame(run, without);
    expect(svcLines(run)).toEqual([
      expect.stringMatching(
        /^svc: could not send: the server says BAD_REQUEST \(400\)\. Put aside as .*\.refused\.$/,
      ),
    ]);
    expect(sink.uploads).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('in a folder that cannot be written', () => {
  // Modes don't hold for root. The runner loads the configuration without a temporary file beside it.
  const asNobody = {
    uid: process.getuid?.() === 0 ? 65_534 : undefined,
    args: ['--configLoader', 'runner'],
  };

  it('keeps an unsent run in the temp folder', async () => {
    using project = makeProject('4', READABLE_PROJECT);
    const env = {
      ...makeReadOnly(project),
      SVC_API_KEY: API_KEY,
      SVC_URL: await addressOfNobody(),
    };
    const run = await project.run({ ...asNobody, env });
    expect(run.exitCode).toBe(0);
    const kept =
      / Kept in (\S+\/svc-\d+\/[0-9a-f]{16}\/\S+\.json\.gz); /.exec(run.stderr)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
  });

  it('says so when there is no place for an unsent run at all', async () => {
    using project = makeProject('4', READABLE_PROJECT);
    const env = {
      ...makeReadOnly(project),
      SVC_API_KEY: API_KEY,
      SVC_URL: await addressOfNobody(),
    };
    // A file sits where the user's folder below the temp folder would be.
    writeFileSync(`${env.HOME}/svc-${asNobody.uid ?? process.getuid?.()}`, '');
    const run = await project.run({ ...asNobody, env: { ...env, TMPDIR: env.HOME } });
    expect(run.exitCode).toBe(0);
    expect(svcLines(run)).toEqual([expect.stringContaining('It could not be kept either: ')]);
    expect(existsSync(project.spoolFolder) ? readdirSync(project.spoolFolder) : []).toEqual([]);
  });
});

/** All but the user's home, where Vitest 5 insists on writing. */
function makeReadOnly({ folder }: FixtureProject): { HOME: string } {
  const home = `${folder}/home`;
  mkdirSync(home);
  chmodSync(home, 0o777);
  chmodSync(`${folder}/node_modules`, 0o555);
  chmodSync(folder, 0o555);
  return { HOME: home };
}

function tooMany(): Behaviour {
  return fail(429, 'RATE_LIMITED', { 'retry-after': '60' });
}

function expectSame(run: Finished, without: Finished): void {
  expect(run.exitCode).toBe(without.exitCode);
  expect(run.signal).toBe(without.signal);
  expect(timeless(run.stdout)).toBe(timeless(without.stdout));
}

/** Vitest's reports without the times, which differ from run to run. */
function timeless(report: string): string {
  return report
    .replaceAll(/"(startTime|endTime|duration|start|end|runtime)":[\d.]+/g, '"$1":0')
    .replaceAll(/# time=[\d.]+ms/g, '# time=0ms');
}

/** What the JSON reporter of Vitest 5 wrote; empty for the others. */
function jsonFile({ folder }: FixtureProject): string {
  const place = `${folder}/.vitest/json`;
  if (!existsSync(place)) return '';
  return readdirSync(place)
    .map((name) => readFileSync(`${place}/${name}`, 'utf8'))
    .join('\n');
}
