import type { Comparison } from '@svc/contract/executions/compare';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { Metrics } from '@svc/contract/history/metrics';
import { testId } from '@svc/contract/zod-free/test-identity';
import type { Trends } from '@svc/contract/history/trends';
import { copyHistory } from '@svc/seed/copy-sink';
import { generateHistory } from '@svc/seed/generate-history';
import { makeOwnApp, type TestApp } from '@svc/server/test/app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, executionIdsOf, itemsOf } from './answers.ts';
import { causesIn, FingerprintsByCause } from './causes.ts';
import { expectedLists, listsOf, pairsOfMain, type ComparedPair } from './expected-comparison.ts';
import { figuresOf, pointOf, sumsOf } from './figures.ts';
import { keptEvidenceIn } from './kept-evidence.ts';
import { mainCommitsOf } from './main-commits.ts';
import { executionsIn, reportHistory, trueRateIn } from './reported-history.ts';

const END = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

// A third of the tests is flaky, so that about two hundred have retries, evidence and a hundred runs,
// and enough of the others were flaky where a commit ran twice.
const history = generateHistory({
  seed: 1,
  results: 100_000,
  tests: 1_000,
  projects: 3,
  flakyShare: 0.35,
  unretriedShare: 0.25,
  end: END,
});
const reported = reportHistory(history);
const tests = new Map(history.truth.tests.map((test) => [testId(test), test]));
const { start } = history.shape;
const WINDOW = { from: start.toISOString(), to: END.toISOString() };

// Far below the 200 requests that the server lets wait.
const ASKED_AT_ONCE = 20;

let server: TestApp;
/** By key. */
let executionIds: Map<string, string>;
let comparisons: { pair: ComparedPair; comparison: Comparison }[];

beforeAll(async () => {
  server = await makeOwnApp({ because: 'copies a history into the only organization' });
  server.setNow(END);
  await copyHistory(history, { databaseUrl: server.deps.config.databaseUrl ?? '' });
  executionIds = await executionIdsOf(server, WINDOW);
  const pairs = pairsOfMain(reported);
  comparisons = [];
  for (let first = 0; first < pairs.length; first += ASKED_AT_ONCE) {
    const asked = pairs.slice(first, first + ASKED_AT_ONCE);
    comparisons.push(
      ...(await Promise.all(
        asked.map(async (pair) => ({ pair, comparison: await compare(pair) })),
      )),
    );
  }
}, 240_000);
afterAll(() => server?.close());

function compare({ base, head }: ComparedPair): Promise<Comparison> {
  return answerOf(server, 'compare', {
    base: executionIds.get(base.truth.key) ?? '',
    head: executionIds.get(head.truth.key) ?? '',
  });
}

it('has every execution that was generated, with about a hundred thousand results', () => {
  expect([...executionIds.keys()].toSorted()).toEqual(
    reported.map(({ truth }) => truth.key).toSorted(),
  );
  expect(reported.reduce((sum, { runs }) => sum + runs.size, 0)).toBeGreaterThan(95_000);
});

/** All tests that the server lists as flaky, however few their runs. */
const listed = () => itemsOf<FlakyTest>(server, 'flaky-tests', { ...WINDOW, minRuns: '1' });

it('lists the tests that left evidence of flakiness, with exactly their runs, and only flaky ones', async () => {
  const expected = [...keptEvidenceIn(reported)]
    .filter(([, { flakyIn }]) => flakyIn.length > 0)
    .map(([id, { runs, failures, flakyIn }]) => ({
      id,
      runs,
      failures,
      flakyRuns: flakyIn.length,
    }));
  const actual = (await listed()).map(({ testId: id, runs, failures, flakyRuns }) => ({
    id,
    runs,
    failures,
    flakyRuns,
  }));
  expect(actual.toSorted(byId)).toEqual(expected.toSorted(byId));
  // Regressions and outages make no test look flaky.
  expect(actual.filter(({ id }) => tests.get(id)?.trueFlakyRate === null)).toEqual([]);
  // Without retries a flaky test shows only where a commit was run twice.
  const withRetries = actual.filter(({ id }) => tests.get(id)?.retries !== 0);
  expect(withRetries.length).toBeGreaterThan(150);
  expect(actual.length - withRetries.length).toBeGreaterThan(30);
});

it('reports intervals that hold the true rate nine times in ten', async () => {
  const seen = (await listed()).flatMap(({ testId: id, runs, confidence: { low, high } }) => {
    const test = tests.get(id);
    if (test === undefined || test.retries === 0 || runs < 30) return [];
    const rate = trueRateIn(reported, { testId: id, test });
    return [{ id, isInside: low <= rate && rate <= high }];
  });
  expect(seen.length).toBeGreaterThanOrEqual(100);
  const inside = seen.filter(({ isInside }) => isInside);
  // Measured: 203 of 214.
  expect(inside.length / seen.length).toBeGreaterThanOrEqual(0.9);
});

it.each<{ what: string; filters: Record<string, string>; days: [number, number] }>([
  { what: 'the whole history', filters: {}, days: [0, 90] },
  { what: 'the last thirty days', filters: {}, days: [60, 90] },
  { what: 'one week', filters: {}, days: [41, 48] },
  { what: 'one project', filters: { project: 'api' }, days: [30, 90] },
  { what: 'main', filters: { branch: 'main' }, days: [45, 90] },
  { what: 'the nights', filters: { environment: 'nightly' }, days: [0, 90] },
])('sums up in metrics what was uploaded: $what', async ({ filters, days: [first, last] }) => {
  const [from, to] = [atDay(first), atDay(last)];
  const asked = { ...filters, from: from.toISOString(), to: to.toISOString() };
  const { previous, ...now } = await answerOf<Metrics>(server, 'metrics', asked);
  const before = { from: atDay(2 * first - last), to: from };
  expect(sumsOf(now)).toEqual(figuresOf(executionsIn(reported, { from, to }, filters)));
  expect(sumsOf(previous)).toEqual(figuresOf(executionsIn(reported, before, filters)));
  expect(now.executions.total).toBeGreaterThan(5);
});

it.each<Record<string, string>>([{}, { project: 'web' }, { branch: 'main' }])(
  'sums up in trends what was uploaded each day: %o',
  async (filters) => {
    const query = { ...filters, ...WINDOW, granularity: 'daily' };
    const { points } = await answerOf<Trends>(server, 'trends', query);
    const expected = points.map(({ from, to }) => {
      const day = { from: new Date(from), to: new Date(to) };
      return { from, to, ...pointOf(executionsIn(reported, day, filters)) };
    });
    expect(points).toMatchObject(expected);
    const executions = executionsIn(reported, { from: start, to: END }, filters);
    expect(points.reduce((sum, point) => sum + point.executions, 0)).toBe(executions.length);
  },
);

it('finds between any two executions of main in a row what truth says changed', () => {
  const { isBroken } = mainCommitsOf(history.truth.regressions, reported);
  const heads = new Set<string>();
  const found = { regressions: 0, improvements: 0, newTests: 0, removedTests: 0 };
  for (const { pair, comparison } of comparisons) {
    const [base, head] = [pair.base.truth, pair.head.truth];
    const lists = listsOf(comparison);
    expect({ base, head, ...lists }).toEqual({ base, head, ...expectedLists(pair, isBroken) });
    if (head.kind === 'cutOff' || head.kind === 'partial') expect(lists.removedTests).toEqual([]);
    heads.add(head.kind);
    for (const list of Object.keys(found) as (keyof typeof found)[]) {
      found[list] += lists[list].length;
    }
  }
  expect([...heads].toSorted()).toEqual(['brokenFile', 'cutOff', 'outage', 'partial', 'whole']);
  expect(Math.min(...Object.values(found))).toBeGreaterThan(20);
});

it('groups failures by what caused them', async () => {
  const actual = (await failureGroups()).map(({ group: { count, tests, executions }, cause }) => ({
    cause: cause ?? 'none',
    count,
    tests,
    executions,
  }));
  expect(actual.toSorted(byCause)).toEqual(causesIn(reported).toSorted(byCause));
});

it('has one fingerprint for each cause, in passed retries too', async () => {
  const seen = new FingerprintsByCause();
  for (const { group, cause } of await failureGroups()) seen.note(cause, group.fingerprint);
  for (const { pair, comparison } of comparisons) {
    const { regressions, stillFailing, newlyFlaky } = comparison;
    for (const { testId: id, fingerprint } of [...regressions, ...stillFailing, ...newlyFlaky]) {
      seen.note(pair.head.runs.get(id)?.failure?.cause, fingerprint);
    }
  }
  expect({ split: seen.split(), shared: seen.shared() }).toEqual({ split: [], shared: [] });
  expect(seen.causes).toBeGreaterThan(200);
});

it('names at most 0.5 % of the tests of two executions of one commit slower or faster', () => {
  const same = comparisons.filter(
    ({ pair: { base, head } }) =>
      base.truth.commit === head.truth.commit && base.truth.kind === 'whole',
  );
  const tests = same.reduce((sum, { comparison }) => sum + comparison.summary.baseTests, 0);
  const named = same.reduce(
    (sum, { comparison: { summary } }) => sum + summary.slower + summary.faster,
    0,
  );
  expect(tests).toBeGreaterThan(2_000);
  expect(named / tests).toBeLessThanOrEqual(0.005);
  for (const { comparison } of same) {
    expect(comparison.summary.machineFactor).toBeGreaterThan(0.95);
    expect(comparison.summary.machineFactor).toBeLessThan(1.05);
  }
});

/** Each with the cause of its example. */
async function failureGroups(): Promise<{ group: FailureGroup; cause: string | undefined }[]> {
  const executions = new Map(reported.map((one) => [executionIds.get(one.truth.key), one]));
  const groups = await itemsOf<FailureGroup>(server, 'failures', WINDOW);
  return groups.map((group) => {
    const { executionId, testId: id } = group.example;
    return { group, cause: executions.get(executionId)?.runs.get(id)?.failure?.cause };
  });
}

function atDay(day: number): Date {
  return new Date(start.getTime() + day * DAY_MS);
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function byCause(a: { cause: string }, b: { cause: string }): number {
  return a.cause < b.cause ? -1 : 1;
}
