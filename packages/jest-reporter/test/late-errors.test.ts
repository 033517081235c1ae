import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { IngestBody, IngestResult } from '@svc/contract/executions/ingest';
import { sendRun, statuses } from '@svc/reporter-core/test/projects/sent-run.ts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { config, FULL_MAJORS, type Major, makeProject } from './fixture-project.ts';
import { LATE_PROJECTS } from './late-projects.ts';
import { runEach } from './many-runs.ts';

// The test starts Jest, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const OWNING_MAJORS = FULL_MAJORS.filter((major) => major !== '29');

describe.each(OWNING_MAJORS)('Jest %s adds a late error to the test that caused it', (major) => {
  let bodies: Map<keyof typeof LATE_PROJECTS, IngestBody | undefined>;
  beforeAll(async () => {
    bodies = await bodiesOf(major);
  });

  it('with the message and the stack of each kind of error', () => {
    expect(failures(bodies.get('kinds'))).toEqual({
      rejection: [['Error: nobody awaits']],
      timer: [['Error: from a timer']],
      'text only': [['thrown: "just text"']],
      'undefined only': [['thrown: undefined']],
      'null only': [['thrown: null']],
      'number only': [['thrown: 42']],
      'object only': [['not an Error']],
      'two errors': [['Error: first', 'Error: second']],
      'now and late': [['Error: now', 'Error: late']],
      'known to fail, and late': [[expect.stringMatching(/supposed to fail/), 'Error: late']],
      emitter: [[expect.stringMatching(/^Error: Unhandled error. \(Error: emitted/)]],
      matcher: [[expect.stringMatching(/^Error: expect\(received\)\.toBe\(expected\)/)]],
      'with a cause': [['Error: outer < TypeError: inner']],
      aggregate: [['AggregateError: many < Error: one']],
      'after done': [['Error: too late']],
      'second of two': [['Error: of the second']],
      'group 2 › in a group': [['Error: in group 2']],
      concurrent: [['Error: beside others']],
      'at the end': [['Error: of the last test']],
    });
    const results = bodies.get('kinds')?.results ?? [];
    const rejection = results.find(({ titlePath }) => titlePath[0] === 'rejection');
    expect(rejection?.attempts?.[0]?.errors?.[0]).toMatchObject({
      stack: expect.stringMatching(/^Error: nobody awaits\n {4}at \S*kinds\.test\.js:2:/),
      location: { line: 2 },
    });
    const matcher = results.find(({ titlePath }) => titlePath[0] === 'matcher');
    expect(matcher?.attempts?.[0]?.errors?.[0]).toMatchObject({ expected: '"b"', actual: '"a"' });
  });

  it('in the last attempt, beside the errors of earlier attempts', () => {
    expect(failures(bodies.get('retries'))).toEqual({
      'now, and late at the first and last try': [
        ['Error: now at 1'],
        ['Error: now at 2'],
        ['Error: now at 3', 'Error: late at 3'],
      ],
      'now and late, then passes': [['Error: now at 1'], []],
      'rejects now and late, then passes': [['Error: now at 1'], ['Error: late at 1'], []],
      'late at the first try': [['Error: late at 1']],
      'late at the last try': [['Error: now at 1'], ['Error: now at 2'], ['Error: late at 3']],
    });
  });

  it('in every attempt, with logErrorsBeforeRetry', () => {
    expect(failures(bodies.get('logged-retries'))).toEqual({
      'now, and late at the first and last try': [
        ['Error: now at 1', 'Error: late at 1'],
        ['Error: now at 2'],
        ['Error: now at 3', 'Error: late at 3'],
      ],
      'now and late, then passes': [['Error: now at 1', 'Error: late at 1'], []],
      'rejects now and late, then passes': [['Error: now at 1'], ['Error: late at 1'], []],
      'group › late in a group': [['Error: late at 1'], []],
      'group › waits': [[], []],
    });
  });

  it('beside a timeout, which stays one', () => {
    const { results = [] } = bodies.get('timeouts') ?? {};
    expect(results.map(({ titlePath, status }) => [titlePath[0], status])).toEqual([
      ['too long', 'timedOut'],
      ['late', 'failed'],
      ['waits', 'passed'],
    ]);
    expect(failures({ results })).toEqual({
      'too long': [[expect.stringMatching(/^thrown: "Exceeded timeout of 90 ms/), 'Error: late']],
      late: [['Error: late']],
    });
  });

  it('after the last test, which crashes the worker, and each test is sent once', async () => {
    using project = makeProject(major, {
      'jest.config.js': config(['default', '@svc/jest-reporter']),
      'a.test.js': `test('twice', () => {});
test('twice', () => {});
test('last', () => { Promise.reject(new Error('late')); });
`,
      'b.test.js': `test('other', () => {});\n`,
    });
    const { run, body } = await sendRun(project, { args: ['--maxWorkers=2'] });
    expect(run.exitCode).toBe(1);
    expect(statuses(body).sort()).toEqual([
      'last: passed',
      'other: passed',
      'twice: passed',
      'twice: passed',
    ]);
    expect(body.execution.status).toBe('failed');
    const errors = body.files?.flatMap((file) => file.errors ?? []);
    expect(errors).toMatchObject([
      { message: expect.stringContaining('child process exceptions') },
    ]);
  });

  it('before the next test, with waitForUnhandledRejections', () => {
    expect(failures(bodies.get('waiting'))).toEqual({
      rejection: [['Error: nobody awaits']],
      timer: [['Error: from a timer']],
      'last test': [['Error: of the last test']],
    });
  });
});

describe.each(FULL_MAJORS.filter((major) => major === '29'))('Jest %s', (major) => {
  it('adds a late error to the test that runs at that time', async () => {
    const { kinds } = LATE_PROJECTS;
    const runs = await runEach(major, { kinds });
    const results = runs.get('kinds')?.bodies[0]?.results ?? [];
    const ofTest = new Map(results.map((each) => [each.titlePath[0], messagesOf(each).flat()]));
    expect(ofTest.get('rejection')).toEqual([]);
    expect(results.flatMap(messagesOf).flat()).toEqual(
      expect.arrayContaining(['Error: nobody awaits', 'Error: from a timer', 'Error: late']),
    );
  });
});

async function bodiesOf(
  major: Major,
): Promise<Map<keyof typeof LATE_PROJECTS, IngestBody | undefined>> {
  const runs = await runEach(major, LATE_PROJECTS);
  return new Map([...runs].map(([name, { bodies }]) => [name, bodies[0]]));
}

/** The messages of each attempt of tests that failed at least once, with their causes, by title. */
function failures(body: Pick<IngestBody, 'results'> | undefined): Record<string, string[][]> {
  const failed = (body?.results ?? []).filter(hasFailed);
  return Object.fromEntries(
    failed.map((result) => [result.titlePath.join(' › '), messagesOf(result)]),
  );
}

function hasFailed({ status, attempts = [] }: IngestResult): boolean {
  return isFailure(status) || attempts.length > 1;
}

function messagesOf({ attempts = [] }: IngestResult): string[][] {
  return attempts.map(({ errors = [] }) => errors.map(messageOf));
}

function messageOf({ message, cause }: { message: string; cause?: { message: string } }): string {
  return cause === undefined ? message : `${message} < ${cause.message}`;
}
