import type { IngestAnswer, IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../../../test/clock.ts';
import { makeRun, type Letter } from '../../../../test/history.ts';
import {
  ask,
  dataOf,
  makeUpload,
  readExecution,
  rebuild,
  settle,
  upload,
} from '../../../../test/make.ts';
import { type AttendingApp, makeAttendingApp } from '../../../../test/scenes/attending.ts';
import { gateOf, settleExcusals } from '../../../../test/scenes/gating.ts';

const MINUTE = 60_000;

let server: AttendingApp;
/** When the tests of this file begin. */
let start: number;
beforeAll(async () => {
  server = await makeAttendingApp();
  start = testClock.now().getTime();
  return () => server.close();
});
beforeEach(() => server.startProject());

interface Try {
  tests: Record<string, Letter>;
  /** Minutes after `start`. */
  from: number;
  to: number;
  receivedAt?: number;
  job?: string;
  leg?: string | null;
  shard?: number;
  facts?: Partial<Omit<IngestBody, 'execution'>>;
  execution?: Partial<IngestExecution>;
}

function bodyOf({ tests, from, to, job = 'unit', leg = 'unit', shard, ...rest }: Try): IngestBody {
  const results = Object.entries(tests).map(([title, letter]) => makeRun(title, letter));
  const failed = /[ft]/.test(Object.values(tests).join(''));
  return makeUpload({
    results,
    ...rest.facts,
    execution: {
      project: server.project,
      key: 'pipeline 7',
      status: failed ? 'failed' : 'passed',
      startedAt: new Date(start + from * MINUTE).toISOString(),
      durationMs: (to - from) * MINUTE,
      ci: { provider: 'gitlab', runId: '7', job },
      git: { branch: 'main', commit: '7'.repeat(40) },
      ...(leg !== null && { leg }),
      ...(shard !== undefined && { shard: { index: shard, total: 2 } }),
      ...rest.execution,
    },
  });
}

/** Uploads a part when it ends, or later. */
function send(one: Try): Promise<IngestAnswer> {
  server.setNow(new Date(start + (one.receivedAt ?? one.to) * MINUTE));
  return upload(server, bodyOf(one));
}

async function afterAllOf(...tries: Try[]): Promise<IngestAnswer> {
  const answers = [];
  for (const one of tries) answers.push(await send(one));
  return answers.at(-1) as IngestAnswer;
}

async function stateOf(answer: IngestAnswer) {
  const { status, totals, shards } = await readExecution(server, answer);
  const { tests, passed, failed, flaky } = totals;
  return { status, tests, passed, failed, flaky, ...shards };
}

/** The results by title: the status, and those of the attempts. */
async function resultsOf(answer: IngestAnswer) {
  const { results } = await readExecution(server, answer);
  return results
    .map(({ title, status, attempts }) =>
      [title, status, ...attempts.map((attempt) => attempt.status)].join(' '),
    )
    .toSorted();
}

async function testsOfProject() {
  const url = `/api/tests?source=all&project=${encodeURIComponent(server.project)}`;
  const { items } = dataOf(await ask(server, { url })) as {
    items: { title: string; runs: number; failures: number; flakyRuns: number }[];
  };
  return items
    .map(({ title, runs, failures, flakyRuns }) => ({ title, runs, failures, flakyRuns }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

const FIRST: Try = { tests: { a: 'f', b: '.' }, from: 0, to: 1 };
const SECOND: Try = { tests: { a: '.', b: '.' }, from: 2, to: 3 };
/** Two tries without a leg, of these steps. */
const inSteps = (first: string | undefined, second: string | undefined): Try[] => [
  { ...FIRST, leg: null, execution: { step: first } },
  { ...SECOND, leg: null, execution: { step: second } },
];
const ONE = { expected: 1, received: 1, carried: 0 };
const PASSED = { status: 'passed', tests: 2, passed: 2, failed: 0, flaky: 1, ...ONE };

const artifact = (name: string) => ({
  clientId: name,
  name,
  kind: 'screenshot' as const,
  contentType: 'image/png',
  sizeBytes: 3,
  attempt: 1,
});

describe('a job that is tried again', () => {
  it('passes with its second try, and the test that failed at first is flaky', async () => {
    const first = await send(FIRST);
    await settleExcusals(server);
    expect(await server.items()).toMatchObject([{ kind: 'failing' }]);
    const second = await send(SECOND);
    expect(second).toMatchObject({ executionId: first.executionId, status: 'passed' });
    expect(second.warnings).toBeUndefined();
    expect(await stateOf(second)).toEqual(PASSED);
    expect(await resultsOf(second)).toEqual(['a passed failed passed', 'b passed passed']);
    await settleExcusals(server);
    expect(await gateOf(server, second)).toMatchObject({ verdict: 'pass' });
    expect(await server.items()).toEqual([]);
    const tests = [
      { title: 'a', runs: 1, failures: 0, flakyRuns: 1 },
      { title: 'b', runs: 1, failures: 0, flakyRuns: 0 },
    ];
    expect(await testsOfProject()).toEqual(tests);
    await rebuild(server);
    expect(await testsOfProject()).toEqual(tests);
    expect(await stateOf(second)).toEqual(PASSED);
  });

  it('completes its shards', async () => {
    const shards = { expected: 2, received: 2, carried: 0 };
    const other: Try = { tests: { c: '.' }, from: 0, to: 4, job: 'unit 2/2', shard: 2 };
    const own = { job: 'unit 1/2', shard: 1 };
    const last = await afterAllOf({ ...FIRST, ...own }, { ...SECOND, ...own }, other);
    expect(await stateOf(last)).toEqual({ ...PASSED, tests: 3, passed: 3, ...shards });
  });

  it('completes its shards when it fails again', async () => {
    const shards = { expected: 2, received: 2, carried: 0 };
    const own = { job: 'unit 1/2', shard: 1 };
    const other: Try = { tests: { c: '.' }, from: 0, to: 1.5, job: 'unit 2/2', shard: 2 };
    const last = await afterAllOf({ ...FIRST, ...own }, other, {
      ...SECOND,
      ...own,
      tests: FIRST.tests,
    });
    const failed = { status: 'failed', tests: 3, passed: 2, failed: 1, flaky: 0 };
    expect(await stateOf(last)).toEqual({ ...failed, ...shards });
    expect(await resultsOf(last)).toContain('a failed failed failed');
    await settle(server);
    expect(await testsOfProject()).toMatchObject([
      { title: 'a', runs: 1, failures: 1, flakyRuns: 0 },
      { title: 'b' },
      { title: 'c' },
    ]);
  });

  it.each<[string, Try[], string[]]>([
    [
      'in its third try',
      [FIRST, { ...SECOND, tests: FIRST.tests }, { ...SECOND, from: 4, to: 5 }],
      ['a passed failed failed passed', 'b passed passed'],
    ],
    [
      'with other failures at first',
      [FIRST, { ...SECOND, tests: { a: '.', b: 'f' } }, { ...SECOND, from: 4, to: 5 }],
      ['a passed failed passed', 'b passed passed failed passed'],
    ],
    [
      'when only what failed runs again',
      [
        { ...FIRST, tests: { a: 't', b: '.', c: '.', d: 's' } },
        { ...SECOND, tests: { a: '.' } },
      ],
      ['a passed timedOut passed', 'b passed passed', 'c passed passed', 'd skipped skipped'],
    ],
    [
      'after it was cut off',
      [{ ...FIRST, tests: { a: '.', b: 'i' }, execution: { status: 'interrupted' } }, SECOND],
      ['a passed passed', 'b passed passed'],
    ],
    [
      'after it failed without a failed test',
      [{ ...FIRST, tests: SECOND.tests, execution: { status: 'failed' } }, SECOND],
      ['a passed passed', 'b passed passed'],
    ],
    [
      'when tests retry inside it',
      [
        { ...FIRST, tests: { a: 'f', b: 'r' } },
        { ...SECOND, tests: { a: 'r', b: 'r' } },
      ],
      ['a passed failed failed passed', 'b passed failed passed failed passed'],
    ],
  ])('passes %s', async (_, tries, results) => {
    const last = await afterAllOf(...tries);
    expect(await resultsOf(last)).toEqual(results);
    expect(await stateOf(last)).toMatchObject({ status: 'passed', failed: 0, ...ONE });
    await settleExcusals(server);
    expect(await gateOf(server, last)).toMatchObject({ verdict: 'pass' });
  });

  it.each<[string, Try[]]>([
    ['within its step', inSteps('job 1 test', 'job 1 test')],
    ['whose step nobody knows', inSteps(undefined, undefined)],
    [
      'within its step, which runs a shard',
      inSteps('job 1 test', 'job 1 test').map((one) => ({ ...one, shard: 1 })),
    ],
    [
      'within its step, beside a leg that nobody named',
      [
        {
          tests: { a: '.', b: '.' },
          from: 0,
          to: 0.5,
          leg: null,
          execution: { step: 'job 2 test' },
        },
        ...inSteps('job 1 test', 'job 1 test'),
      ],
    ],
  ])('without a leg passes %s', async (_, tries) => {
    const last = await afterAllOf(...tries);
    expect(await resultsOf(last)).toEqual(
      expect.arrayContaining(['a passed failed passed', 'b passed passed']),
    );
    expect(await stateOf(last)).toMatchObject({ failed: 0, flaky: 1 });
    const message = expect.stringContaining('counts as its second try') as string;
    expect(last.warnings).toEqual([{ code: 'PARTS_LOOK_ALIKE', message }]);
  });

  it('passes after a file failed to load', async () => {
    const files = [{ file: 'src/c.test.ts', durationMs: 1 }];
    const broken = files.map((file) => ({ ...file, errors: [{ message: 'cannot load' }] }));
    const last = await afterAllOf(
      { ...FIRST, tests: { b: '.' }, facts: { files: broken }, execution: { status: 'failed' } },
      { ...SECOND, facts: { files } },
    );
    expect(await stateOf(last)).toEqual({ ...PASSED, flaky: 0 });
    const detail = await readExecution(server, last);
    expect(detail.files).toMatchObject([{ file: 'src/c.test.ts', errors: [] }]);
  });

  it('passes while its second try sends its tests as they run', async () => {
    const run = { facts: { runId: 'second', idempotencyKey: `${server.project} k` } };
    const next = { runId: 'second', idempotencyKey: `${server.project} k/2` };
    await send(FIRST);
    const open = await send({
      ...SECOND,
      ...run,
      tests: { a: '.' },
      to: 2.5,
      execution: { status: 'running' },
    });
    expect(open.warnings).toBeUndefined();
    const last = await send({ ...SECOND, tests: { b: '.' }, facts: next });
    expect(await stateOf(last)).toEqual(PASSED);
  });

  it.each([FIRST, SECOND])('counts a try that is sent again as duplicates', async (again) => {
    await afterAllOf(FIRST, SECOND);
    const repeated = await send({ ...again, receivedAt: 9 });
    expect(repeated).toMatchObject({
      status: 'passed',
      accepted: { results: 0, duplicates: 2 },
      uploads: [],
    });
    expect(await stateOf(repeated)).toEqual(PASSED);
  });

  it('keeps the artifacts of both tries', async () => {
    const first = { results: [makeRun('a', 'f', { artifacts: [artifact('first')] })] };
    const second = { results: [makeRun('a', '.', { artifacts: [artifact('second')] })] };
    const last = await afterAllOf({ ...FIRST, facts: first }, { ...SECOND, facts: second });
    const { artifacts, results } = await readExecution(server, last);
    expect(artifacts.map(({ name, attempt, resultId }) => [name, attempt, resultId])).toEqual([
      ['first', 1, results[0]?.id],
      ['second', 2, results[0]?.id],
    ]);
  });
});

const run = (runAttempt: number) => ({
  key: `run 7 attempt ${runAttempt}`,
  ci: { provider: 'github-actions', runId: '7', runAttempt, job: 'test' },
});

it('is one job for a re-run of the whole run', async () => {
  const again = { ...SECOND, tests: FIRST.tests, execution: run(1) };
  const other: Try = { tests: { c: '.' }, from: 0, to: 1, leg: 'other', execution: run(1) };
  const first = await afterAllOf({ ...FIRST, execution: run(1) }, other, again);
  expect(await stateOf(first)).toMatchObject({ status: 'failed', expected: 2, received: 2 });
  const rerun = await send({ ...SECOND, from: 20, to: 21, execution: run(2) });
  expect(await stateOf(rerun)).toMatchObject({
    status: 'passed',
    expected: 2,
    received: 1,
    carried: 1,
    tests: 3,
  });
});

describe('stays failed', () => {
  it.each<[string, Try[], string[]]>([
    [
      'when the second try skips the test that failed',
      [FIRST, { ...SECOND, tests: { a: 's', b: '.' } }],
      ['a failed failed', 'a skipped skipped', 'b passed passed'],
    ],
    [
      'when the second try lacks the test that failed',
      [FIRST, { ...SECOND, tests: { b: '.', c: '.' } }],
      ['a failed failed', 'b passed passed', 'c passed passed'],
    ],
    [
      'when the second try breaks another test',
      [FIRST, { ...SECOND, tests: { a: '.', b: 'f' } }],
      ['a passed failed passed', 'b failed passed failed'],
    ],
    [
      'when the first try failed without a failed test, and not all ran again',
      [
        { ...FIRST, tests: SECOND.tests, execution: { status: 'failed' } },
        { ...SECOND, tests: { a: '.' } },
      ],
      ['a passed passed', 'b passed passed'],
    ],
    [
      'when the first try failed without a failed test, and the second skips them all',
      [
        { ...FIRST, tests: SECOND.tests, execution: { status: 'failed' } },
        { ...SECOND, tests: { a: 's', b: 's' } },
      ],
      ['a passed passed', 'b passed passed'],
    ],
    [
      'when the first try was cut off, and only what had failed ran again',
      [
        { ...FIRST, execution: { status: 'interrupted' } },
        { ...SECOND, tests: { a: '.' } },
      ],
      ['a passed failed passed', 'b passed passed'],
    ],
    [
      'when the first try was cut off at its first test, and the second has a filter',
      [
        { ...FIRST, tests: { a: 'f' }, execution: { status: 'interrupted', partial: ['bail'] } },
        { ...SECOND, tests: { a: '.' }, execution: { partial: ['filter'] } },
      ],
      ['a passed failed passed'],
    ],
    [
      'when the run itself had an error',
      [{ ...FIRST, execution: { errors: [{ message: 'unhandled' }] } }, SECOND],
      ['a passed failed passed', 'b passed passed'],
    ],
    [
      'when another leg failed',
      [FIRST, { tests: { c: 'f' }, from: 0, to: 2, job: 'e2e', leg: 'e2e' }, SECOND],
      ['a passed failed passed', 'b passed passed', 'c failed failed'],
    ],
  ])('%s', async (_, tries, results) => {
    const last = await afterAllOf(...tries);
    expect(await resultsOf(last)).toEqual(results);
    expect(['failed', 'interrupted']).toContain((await stateOf(last)).status);
    await settleExcusals(server);
    expect(await gateOf(server, last)).toMatchObject({ verdict: 'fail' });
  });
});

describe('no second try', () => {
  const both = ['a failed failed', 'a passed passed', 'b passed passed', 'b passed passed'];
  it.each<[string, Try[], string[]]>([
    ['is a leg that nobody named, in another step', inSteps('job 1 test', 'job 2 test'), both],
    [
      'is a leg with the name of another, in another step',
      inSteps('job 1 test', 'job 2 test').map((one) => ({ ...one, leg: 'pg' })),
      both,
    ],
    ['is of a step, beside a part that names none', inSteps('job 1 test', undefined), both],
    ['names no step, beside a part of one', inSteps(undefined, 'job 1 test'), both],
    [
      'has neither leg, step nor job',
      [FIRST, SECOND].map((one) => ({ ...one, leg: null, execution: { ci: {} } })),
      both,
    ],
    [
      'is the only try of its step beside a leg that nobody named and a third',
      [
        ...inSteps('job 1 test', 'job 2 test'),
        { ...SECOND, from: 4, to: 5, leg: null, execution: { step: 'job 3 test' } },
      ],
      [...both.slice(0, 2), 'a passed passed', ...both.slice(2), 'b passed passed'],
    ],
    ['is another leg', [FIRST, { ...SECOND, leg: 'mysql' }], both],
    ['is another job', [FIRST, { ...SECOND, job: 'unit again' }], both],
    [
      'is a leg with an equal name that ran at the same time',
      [FIRST, { ...SECOND, from: 0.5 }],
      both,
    ],
    [
      'is a leg that ran at the same time and whose clock is ahead',
      [FIRST, { ...SECOND, from: 30, to: 32.5, receivedAt: 3 }],
      both,
    ],
    [
      'is a leg that ran at the same time and was sent late',
      [FIRST, { ...SECOND, from: 0, to: 1, receivedAt: 30 }],
      both,
    ],
    [
      'is another environment',
      [FIRST, { ...SECOND, execution: { environment: { os: 'darwin' } } }],
      both,
    ],
    [
      'is another package of the job',
      [FIRST, { ...SECOND, tests: { c: '.', d: '.' } }],
      ['a failed failed', 'b passed passed', 'c passed passed', 'd passed passed'],
    ],
    [
      'is a package of the job with a test in common',
      [FIRST, { ...SECOND, tests: { c: '.', d: '.', e: '.' } }, { ...SECOND, tests: { a: '.' } }],
      [
        'a failed failed',
        'a passed passed',
        'b passed passed',
        'c passed passed',
        'd passed passed',
        'e passed passed',
      ],
    ],
  ])('%s', async (_, tries, results) => {
    const last = await afterAllOf(...tries);
    expect(await resultsOf(last)).toEqual(results);
    expect(await stateOf(last)).toMatchObject({ status: 'failed' });
  });

  it('is the same shard of another job', async () => {
    const last = await afterAllOf(
      { ...FIRST, leg: null, job: 'a', shard: 1 },
      { ...SECOND, leg: null, job: 'b', shard: 1 },
    );
    expect(await resultsOf(last)).toEqual(both);
  });

  it('warns of a leg that ran at the same time under the name of another', async () => {
    const last = await afterAllOf(FIRST, { ...SECOND, from: 0.5 });
    const message = expect.stringContaining("the same leg, 'unit'") as string;
    expect(last.warnings).toEqual([{ code: 'PARTS_LOOK_ALIKE', message }]);
  });

  it('follows a try that passed', async () => {
    const last = await afterAllOf(
      { ...FIRST, tests: SECOND.tests },
      { ...SECOND, tests: FIRST.tests },
    );
    expect(await resultsOf(last)).toEqual(both);
    expect(await stateOf(last)).toMatchObject({ status: 'failed' });
  });
});
