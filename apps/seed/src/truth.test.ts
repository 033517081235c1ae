import type { IngestResult } from '@svc/contract/executions/ingest';
import { testId } from '@svc/contract/zod-free/test-identity';
import { expect, it } from 'vitest';
import { generateHistory, type History } from './generate-history.ts';
import type { TestTruth } from './truth.ts';

const END = new Date('2026-11-20T12:00:00Z');

interface Run {
  result: IngestResult;
  commit: string;
  environment: string;
  kind: string;
}

/** Counted runs outside outages, by test. */
function runsOf({ executions }: History): Map<string, Run[]> {
  const runs = new Map<string, Run[]>();
  for (const { truth, bodies } of executions) {
    if (truth.kind === 'outage') continue;
    for (const result of bodies.flatMap(({ results }) => results)) {
      if (!['passed', 'failed', 'timedOut'].includes(result.status)) continue;
      const id = testId({ project: truth.project, ...result });
      const run = { result, ...truth };
      const known = runs.get(id);
      if (known === undefined) runs.set(id, [run]);
      else known.push(run);
    }
  }
  return runs;
}

const flakyAllTheTime = ({ trueFlakyRate, flakyFrom, flakyUntil }: TestTruth) =>
  trueFlakyRate !== null && flakyFrom === null && flakyUntil === null;

const makeHistory = () =>
  generateHistory({
    seed: 7,
    results: 80_000,
    tests: 400,
    flakyShare: 0.3,
    unretriedShare: 0.4,
    end: END,
  });

it('makes flaky tests fail as often as their true rates say', () => {
  const history = makeHistory();
  const runs = runsOf(history);
  let variance = 0;
  let deviation = 0;
  const outside: unknown[] = [];
  for (const test of history.truth.tests.filter(flakyAllTheTime)) {
    const rate = test.trueFlakyRate ?? 0;
    const own = runs.get(testId(test)) ?? [];
    const flaky = own.filter(({ result }) => result.attempts !== undefined).length;
    const expected = own.length * rate;
    const spread = Math.sqrt(expected * (1 - rate));
    if (Math.abs(flaky - expected) > 4 * spread + 1) outside.push([test, flaky, expected]);
    deviation += flaky - expected;
    variance += spread ** 2;
  }
  expect(outside).toEqual([]);
  expect(variance).toBeGreaterThan(100);
  expect(Math.abs(deviation)).toBeLessThan(3 * Math.sqrt(variance));
});

it('lets a retry mend a flaky run, and without retries only a second run of the commit shows it', () => {
  const history = makeHistory();
  const runs = runsOf(history);
  let contradictions = 0;
  for (const test of history.truth.tests) {
    const own = runs.get(testId(test)) ?? [];
    const failed = own.filter(({ result }) => result.status !== 'passed');
    const passed = new Set(
      own
        .filter(({ result }) => result.status === 'passed')
        .map((run) => `${run.commit} ${run.environment}`),
    );
    const contradicted = failed.filter((run) => passed.has(`${run.commit} ${run.environment}`));
    if (test.trueFlakyRate === null) expect(contradicted).toEqual([]);
    else if (test.retries > 0) expect(failed).toEqual([]);
    else contradictions += contradicted.length;
  }
  expect(contradictions).toBeGreaterThan(10);
});

it('fails a regression in every run from the commit that broke it until the one that fixed it', () => {
  const history = makeHistory();
  const runs = runsOf(history);
  const [first, ...others] = history.truth.regressions.filter(
    ({ branch, mendedBy }) => branch === 'main' && mendedBy !== null,
  );
  expect(others.length).toBeGreaterThan(3);
  for (const { tests, brokenBy, mendedBy } of [
    ...others,
    ...(first === undefined ? [] : [first]),
  ]) {
    for (const test of tests) {
      const own = runs.get(testId(test)) ?? [];
      const failedIn = (commit: string | null) =>
        own.filter((run) => run.commit === commit).map(({ result }) => result.status !== 'passed');
      expect(failedIn(brokenBy)).not.toContain(false);
      const others = history.truth.regressions.filter((one) => one.tests.includes(test));
      if (others.length === 1) expect(failedIn(mendedBy)).not.toContain(true);
    }
  }
});

it('lets a broken test fail in an outage too, whether or not it needs what is down', () => {
  const history = generateHistory({
    seed: 16,
    results: 60_000,
    tests: 300,
    flakyShare: 0,
    end: END,
  });
  const runs = [...history.executions];
  let failedAgain = 0;
  for (const outage of runs.filter(({ truth }) => truth.kind === 'outage')) {
    const again = runs.find(
      ({ truth }) => truth.commit === outage.truth.commit && truth.runAttempt === 2,
    );
    const failed = new Set(again?.failures.map(({ test }) => test));
    const why = new Map(outage.failures.map((failure) => [failure.test, failure.why]));
    const tests = history.truth.tests.filter((test) => failed.has(test));
    expect(tests.filter((test) => !why.has(test))).toEqual([]);
    failedAgain += tests.filter((test) => why.get(test) === 'regression').length;
  }
  expect(failedAgain).toBeGreaterThan(0);
});

it('varies numbers, ids and places of a cause, and nothing else', () => {
  const patterns = new Map<string, Set<string>>();
  const messages = new Map<string, Set<string>>();
  for (const { bodies, failures } of makeHistory().executions) {
    const errors = bodies.flatMap(({ files = [], results }) => [
      ...files.flatMap((file) => file.errors ?? []),
      ...results.flatMap(({ attempts = [] }) => attempts.flatMap((one) => one.errors ?? [])),
    ]);
    const reasons = failures.toSorted((a, b) => Number(a.test !== null) - Number(b.test !== null));
    if (bodies.length > 1) continue;
    expect(errors).toHaveLength(reasons.length);
    errors.forEach(({ message, location }, index) => {
      const cause = reasons[index]?.cause ?? '';
      const pattern = `${message.replaceAll(/[0-9a-f-]*\d[0-9a-f-]*/g, '#')} ${location?.file}`;
      patterns.set(cause, (patterns.get(cause) ?? new Set()).add(pattern));
      messages.set(cause, (messages.get(cause) ?? new Set()).add(message));
    });
  }
  expect([...patterns].filter(([, found]) => found.size > 1)).toEqual([]);
  expect([...messages.values()].filter((found) => found.size > 1).length).toBeGreaterThan(20);
});

it('drifts as it says', () => {
  const history = generateHistory({ seed: 3, results: 40_000, tests: 400, projects: 1, end: END });
  const runs = runsOf(history);
  const growthOf = (test: TestTruth) => growthAt(MIDDLE, runs.get(testId(test)) ?? []);
  const tests = history.truth.tests.filter(
    ({ bornAt, removedAt, medianMs }) => bornAt === null && removedAt === null && medianMs > 50,
  );
  const steady = tests.filter(({ drift }) => drift === null).map(growthOf);
  expect(steady.length).toBeGreaterThan(10);
  expect(Math.max(...steady)).toBeLessThan(1.15);
  expect(Math.min(...steady)).toBeGreaterThan(0.85);
  const slower = tests.filter(({ drift }) => drift?.kind === 'slower').map(growthOf);
  expect(slower.length).toBeGreaterThan(0);
  expect(Math.min(...slower)).toBeGreaterThan(1.15);
});

const MIDDLE = END.getTime() - 45 * 24 * 60 * 60 * 1000;

/** How much longer passed runs take after that moment than before it. */
function growthAt(middle: number, runs: readonly Run[]): number {
  const [late, early] = [true, false].map((isLate) => {
    const durations = runs
      .filter(({ result }) => result.attempts === undefined)
      .filter(({ result }) => Date.parse(result.startedAt ?? '') > middle === isLate)
      .map(({ result }) => result.durationMs);
    return durations.reduce((sum, value) => sum + value, 0) / durations.length;
  });
  return (late ?? 0) / (early ?? 1);
}
