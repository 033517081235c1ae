import { setTimeout as sleep } from 'node:timers/promises';
import { compareQuery } from '@svc/contract/executions/compare';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type ComparingApp,
  makeBrokenFile,
  makeComparingApp,
} from '../../test/scenes/comparing.ts';
import { makeRun } from '../../test/history.ts';
import { comparisonWeight, LARGEST_COMPARISON } from '../limiters/comparison-weight.ts';
import { compare } from './compare.service.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

async function bothSides(base: IngestResult[], head: IngestResult[]) {
  return {
    base: await server.run({ hoursAgo: 2, results: base }),
    head: await server.run({ results: head }),
  };
}

it('counts all tests and names the first of each list', async () => {
  const base = [
    ...['passes a', 'passes b', 'passes c'].map((title) => makeRun(title, '.')),
    ...['gone b', 'gone a'].map((title) => makeRun(title, '.')),
    makeRun('slower by 100', '.', { durationMs: 1_000 }),
    makeRun('slower by 900', '.', { durationMs: 1_000 }),
  ];
  const head = [
    ...['passes c', 'passes b', 'passes a'].map((title, line) =>
      makeRun(title, 'f', { line: 10 - line }),
    ),
    ...['new a', 'new b'].map((title) => makeRun(title, '.', { file: 'src/a.test.ts' })),
    ...['new d', 'new c'].map((title) => makeRun(title, 'f')),
    makeRun('slower by 100', '.', { durationMs: 1_100 }),
    makeRun('slower by 900', '.', { durationMs: 1_900 }),
  ];
  const sides = await bothSides(base, head);
  const comparison = await server.compare({ ...sides, limit: '1', durationThreshold: '0.05' });
  expect(comparison.summary).toMatchObject({
    regressions: 3,
    newTests: 4,
    newFailing: 2,
    removedTests: 2,
    slower: 2,
    errorsOmitted: 0,
  });
  expect(titles(comparison.regressions)).toEqual(['passes a']);
  expect(titles(comparison.newTests)).toEqual(['new c']);
  expect(titles(comparison.removedTests)).toEqual(['gone a']);
  expect(titles(comparison.performance.slower)).toEqual(['slower by 900']);
  const further = await server.compare({ ...sides, limit: '3' });
  expect(titles(further.newTests)).toEqual(['new c', 'new d', 'new a']);
});

it('leaves out errors beyond 8 MiB, and counts them', async () => {
  const tests = Array.from({ length: 35 }, (_, index) => `test ${index}`);
  const sides = await bothSides(
    tests.map((title) => makeRun(title, '.')),
    tests.map(failing),
  );
  const { summary, regressions } = await server.compare(sides);
  expect(summary).toMatchObject({ regressions: 35, errorsOmitted: 2 });
  expect(regressions.filter(({ error }) => error === null)).toHaveLength(2);
  for (const { fingerprint } of regressions) expect(fingerprint).toMatch(/^fp2:/);
});

it('leaves out tests whose titles take more than 8 MiB, regressions last', async () => {
  const gone = Array.from({ length: 600 }, (_, index) =>
    makeRun(`gone ${index} ${'t'.repeat(16_000)}`, '.'),
  );
  const sides = await bothSides([...gone, makeRun('breaks', '.')], [makeRun('breaks', 'f')]);
  const { summary, regressions, removedTests } = await server.compare(sides);
  expect(summary).toMatchObject({ regressions: 1, removedTests: 600 });
  expect(regressions).toHaveLength(1);
  expect(removedTests.length).toBeGreaterThan(500);
  expect(removedTests.length).toBeLessThan(600);
});

it('weighs the results of carried parts too', async () => {
  const sides = await bothSides([makeRun('a', '.')], [makeRun('a', 'f')]);
  const weights: number[] = [];
  const enter = (weight: number) => {
    weights.push(weight);
    return Promise.resolve({ grow: () => {}, shrinkTo: () => {}, release: () => {} });
  };
  const query = compareQuery.parse(sides);
  await compare(server.deps, server.scope, { query, enter });
  await server.scope.query(
    `UPDATE executions
     SET shards_carried = 2, carried_passed = 5, carried_skipped = 3, carried_flaky = 1
     WHERE id = $1`,
    [sides.head],
  );
  await compare(server.deps, server.scope, { query, enter });
  expect(weights).toEqual([
    comparisonWeight({ runs: 2, failures: 1, brokenSides: 0 }),
    comparisonWeight({ runs: 10, failures: 1, brokenSides: 0 }),
  ]);
});

it('refuses a side with too many files that failed outside tests', async () => {
  const files = Array.from({ length: COMPARE_LIMITS.brokenFiles + 1 }, (_, index) =>
    makeBrokenFile(`src/${index}.test.ts`),
  );
  const base = await server.run({ hoursAgo: 2, results: [makeRun('a', '.')] });
  const head = await server.run({ files, results: [makeRun('a', '.')] });
  const answer = await server.askFor({ base, head });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('More than 10000 files of execution');
});

it('releases its share of the memory once the answer is sent', async () => {
  const sides = await bothSides([makeRun('a', '.')], [makeRun('a', 'f')]);
  // Its answer is not in the cache.
  const others = await bothSides([makeRun('b', '.')], [makeRun('b', 'f')]);
  for (let round = 0; round < 3; round++) await server.compare(sides);
  await sleep(0);
  const pass = await server.deps.limiters.comparisons.enter(server.organizationId, {
    weight: LARGEST_COMPARISON,
    signal: AbortSignal.timeout(1_000),
  });
  // The whole share is in use, so a comparison waits.
  const waiting = server.compare(others);
  expect(await Promise.race([waiting, sleep(200)])).toBeUndefined();
  pass.release();
  expect((await waiting).summary.regressions).toBe(1);
});

function titles(list: readonly { title: string }[]): string[] {
  return list.map(({ title }) => title);
}

/** A test whose first error takes a quarter of a megabyte; the second one is not part of a comparison. */
function failing(title: string): IngestResult {
  const text = 'e'.repeat(62_500);
  const first = { message: title + text, stack: text, expected: text, actual: text };
  const attempts = [
    { status: 'failed' as const, durationMs: 30, errors: [first, { message: title + text }] },
  ];
  return makeRun(title, 'f', { attempts });
}
