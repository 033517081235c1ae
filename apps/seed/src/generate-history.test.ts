import { createHash } from 'node:crypto';
import { ingestBody } from '@svc/contract/executions/ingest';
import { testId } from '@svc/contract/zod-free/test-identity';
import { expect, it } from 'vitest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { generateHistory, type GeneratedExecution } from './generate-history.ts';
import type { HistoryOptions } from './history-shape.ts';

const END = new Date('2026-11-20T12:00:00Z');

const makeHistory = (options: Partial<HistoryOptions> = {}) =>
  generateHistory({ seed: 1, results: 2_000, end: END, ...options });

const hashOf = (executions: Iterable<GeneratedExecution>) => {
  const hash = createHash('sha256');
  for (const execution of executions) hash.update(JSON.stringify(execution));
  return hash.digest('hex');
};

const traitsWith = (options: Partial<HistoryOptions>) =>
  makeHistory({ tests: 300, ...options }).truth.tests.map((test) => [
    test.file,
    test.titlePath,
    test.trueFlakyRate,
    test.retries,
    test.medianMs,
  ]);

const resultsOf = ({ bodies }: GeneratedExecution) => bodies.flatMap(({ results }) => results);

it('gives the same bytes for the same options, and again when gone through again', () => {
  const history = makeHistory();
  const first = hashOf(history.executions);
  expect(hashOf(history.executions)).toBe(first);
  expect(hashOf(makeHistory().executions)).toBe(first);
  expect(hashOf(makeHistory({ seed: 2 }).executions)).not.toBe(first);
});

it('makes bodies that the contract accepts as they are', () => {
  const { executions } = makeHistory({ results: 6_000, projects: 2 });
  for (const body of [...executions].flatMap(({ bodies }) => bodies)) {
    expect(ingestBody.parse(body)).toEqual(body);
  }
});

it.each([
  { results: 500 },
  { results: 2_000 },
  { results: 20_000 },
  { results: 100_000 },
  { results: 20_000, tests: 200, projects: 3, days: 20, branches: 5 },
  { results: 5_000, branches: 1, days: 1 },
])('holds about as many results as were asked for: $results', (options) => {
  const { executions } = makeHistory(options);
  let results = 0;
  for (const execution of executions) results += resultsOf(execution).length;
  expect(results / options.results).toBeGreaterThan(0.88);
  expect(results / options.results).toBeLessThan(1.12);
});

it('comes in the order of time and is over before the end', () => {
  const { executions, truth } = makeHistory({ results: 20_000 });
  let before = 0;
  for (const { truth, bodies } of executions) {
    expect(truth.startedAt.getTime()).toBeGreaterThanOrEqual(before);
    before = truth.startedAt.getTime();
    for (const { execution } of bodies) {
      const endedAt = Date.parse(execution.startedAt) + execution.durationMs;
      expect(endedAt).toBeLessThanOrEqual(END.getTime());
    }
  }
  expect(truth.executions).toEqual([...executions].map((execution) => execution.truth));
});

it('has something of every sort even when it is small', () => {
  const { truth, executions } = makeHistory();
  const all = [...executions];
  expect(new Set(truth.executions.map(({ kind }) => kind)).size).toBe(5);
  expect(truth.executions.some(({ runAttempt }) => runAttempt === 2)).toBe(true);
  expect(truth.executions.some(({ shards }) => shards > 1)).toBe(true);
  expect(truth.executions.some(({ environment }) => environment === 'nightly')).toBe(true);
  expect(truth.regressions.some(({ branch }) => branch === 'main')).toBe(true);
  expect(truth.regressions.some(({ branch }) => branch !== 'main')).toBe(true);
  expect(truth.tests.some(({ trueFlakyRate }) => trueFlakyRate !== null)).toBe(true);
  expect(all.flatMap(resultsOf).some(({ status }) => status === 'skipped')).toBe(true);
});

it('calls outage just what fails in at least 80 % of its tests', () => {
  for (const execution of makeHistory({ results: 20_000 }).executions) {
    const ran = resultsOf(execution).filter(({ status }) => status !== 'skipped');
    const rate = ran.filter(({ status }) => isFailure(status)).length / ran.length;
    if (execution.truth.kind === 'outage') expect(rate).toBeGreaterThanOrEqual(0.8);
    else expect(rate).toBeLessThan(0.8);
  }
});

it.each([1, 2, 3])('has a main that is mostly green, breaks and outages aside: seed %d', (seed) => {
  const { executions } = makeHistory({ seed, results: 100_000 });
  const calm = [...executions].filter(
    ({ truth: { branch, kind }, failures }) =>
      branch === 'main' && kind === 'whole' && failures.every(({ why }) => why === 'flaky'),
  );
  const green = calm.filter(({ bodies }) =>
    bodies.every(({ execution: { status } }) => status === 'passed'),
  );
  expect(calm.length).toBeGreaterThan(80);
  // Measured: 97 %, 88 % and 91 %.
  expect(green.length / calm.length).toBeGreaterThan(0.82);
  // Some tests are run once.
  expect(green.length).toBeLessThan(calm.length);
});

it('runs a broken test as often as it has retries, and a flaky one until it passes', () => {
  const { executions, truth } = makeHistory({ results: 20_000, tests: 600, projects: 2 });
  const tries = new Map<string, Set<string>>();
  const tests = new Map(truth.tests.map((test) => [testId(test), test]));
  for (const { bodies } of executions) {
    for (const { results, execution } of bodies) {
      for (const result of results) {
        const test = tests.get(testId({ project: execution.project ?? '', ...result }));
        if (result.attempts === undefined || test === undefined) continue;
        const sort = `${execution.framework} ${result.status === 'passed' ? 'flaky' : 'broken'} ${test.retries}`;
        tries.set(sort, (tries.get(sort) ?? new Set()).add(String(result.attempts.length)));
      }
    }
  }
  expect(Object.fromEntries([...tries].map(([sort, counts]) => [sort, [...counts]]))).toEqual({
    'vitest broken 0': ['1'],
    'vitest broken 1': ['2'],
    'vitest flaky 1': ['2'],
    'playwright broken 0': ['1'],
    'playwright broken 2': ['3'],
    'playwright flaky 2': ['2'],
  });
});

it('gives a reason for every failed attempt and for no other', () => {
  const { executions, truth } = makeHistory({ results: 20_000 });
  const broken = new Set(
    truth.regressions.flatMap(({ tests }) => tests.map((test) => testId(test))),
  );
  for (const execution of executions) {
    const attempts = execution.bodies.flatMap(({ results, execution: { project = '' } }) =>
      results.flatMap((result) =>
        (result.attempts ?? []).flatMap(({ status }, index) =>
          status === 'passed' ? [] : [`${testId({ project, ...result })} ${index + 1}`],
        ),
      ),
    );
    const ofTests = execution.failures.filter(({ test }) => test !== null);
    expect(
      ofTests.map(({ test, attempt }) => `${test === null ? '' : testId(test)} ${attempt}`),
    ).toEqual(attempts);
    for (const { test, why, cause } of ofTests) {
      if (why === 'flaky') expect(test?.flakyCauses).toContain(cause);
      if (why === 'regression') expect(broken.has(test === null ? '' : testId(test))).toBe(true);
    }
  }
});

it('knows a test only between its birth and its removal', () => {
  const { executions, truth } = makeHistory({ results: 20_000, branches: 1 });
  const byId = new Map(truth.tests.map((test) => [testId(test), test]));
  expect(byId.size).toBe(truth.tests.length);
  for (const { bodies } of executions) {
    for (const { results, execution } of bodies) {
      for (const result of results) {
        const test = byId.get(testId({ project: execution.project ?? '', ...result }));
        expect(test).toBeDefined();
        const startedAt = Date.parse(execution.startedAt);
        if (test?.bornAt) expect(startedAt).toBeGreaterThanOrEqual(test.bornAt.getTime());
      }
    }
  }
});

it('keeps the traits of tests when the period or the branches are others', () => {
  expect(traitsWith({ days: 30, branches: 3, results: 4_000 })).toEqual(traitsWith({}));
});

it('refuses options that are out of range, by name', () => {
  expect(() => makeHistory({ results: 3 })).toThrow(/^results: /);
  expect(() => makeHistory({ tests: 4_000 })).toThrow(/^tests: /);
  expect(() => makeHistory({ projects: 51 })).toThrow(/^projects: /);
  expect(() => makeHistory({ days: 0 })).toThrow(/^days: /);
});
