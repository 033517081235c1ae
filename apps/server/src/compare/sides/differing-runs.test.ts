import {
  type ComparedRun,
  type ComparedTest,
  compareRuns,
  settleTest,
} from '@svc/analysis/compare/compare-executions';
import type { IngestResult } from '@svc/contract/executions/ingest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ComparingApp, makeComparingApp, titlesOf } from '../../../test/scenes/comparing.ts';
import { makeRun } from '../../../test/history.ts';

let server: ComparingApp;
beforeAll(async () => {
  server = await makeComparingApp();
});
afterAll(() => server.close());
beforeEach(() => server.startProject());

type Way = Pick<ComparedRun, 'status' | 'flaky' | 'durationMs'>;

const WAYS: Way[] = [
  { status: 'passed', flaky: false, durationMs: 0 },
  { status: 'passed', flaky: false, durationMs: 1_000 },
  { status: 'passed', flaky: false, durationMs: 1_200 },
  { status: 'passed', flaky: true, durationMs: 1_000 },
  { status: 'failed', flaky: false, durationMs: 1_000 },
  { status: 'skipped', flaky: false, durationMs: 0 },
  { status: 'interrupted', flaky: false, durationMs: 1_000 },
];

/** No, one or two results of a test, in all combinations. */
const SIDES: Way[][] = [
  [],
  ...WAYS.map((way) => [way]),
  ...WAYS.flatMap((one, index) => WAYS.slice(index).map((other) => [one, other])),
];

it.each([
  { durationThreshold: 0.2, minDurationMs: 50 },
  { durationThreshold: 0, minDurationMs: 0 },
])('leaves out no test that a comparison of all results has in a list: %o', async (options) => {
  const tests = SIDES.flatMap((base, one) =>
    SIDES.map((head, other) => ({ title: `${one} ${other}`, base, head })),
  );
  const runsOn = (side: 'base' | 'head') =>
    tests.flatMap(({ title, [side]: ways }) => ways.map((way) => ({ title, ...way })));
  const base = await server.run({ hoursAgo: 2, results: runsOn('base').map(resultOf) });
  const head = await server.run({ results: runsOn('head').map(resultOf) });
  const { unsettled, ...expected } = compareRuns(
    makeSide(runsOn('base')),
    makeSide(runsOn('head')),
    options,
  );
  expect(sorted(titlesOf(await server.compare({ base, head, ...asTexts(options) })))).toEqual(
    sorted(
      Object.fromEntries(
        Object.entries<ComparedTest[]>({
          ...expected,
          // No earlier execution knows them.
          newTests: [
            ...expected.newTests,
            ...unsettled.filter((test) => settleTest(test, { earlier: null, isKnown: true })),
          ],
        })
          .filter(([, list]) => list.length > 0)
          .map(([name, list]) => [name, list.map(({ testId }) => testId)]),
      ),
    ),
  );
});

function asTexts(options: Record<string, number>): Record<string, string> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));
}

type Run = Way & { title: string };

function resultOf({ title, status, flaky, durationMs }: Run): IngestResult {
  const attempts = [
    { status: 'failed' as const, durationMs: 5 },
    { status: 'passed' as const, durationMs },
  ];
  return makeRun(title, '.', { status, durationMs, ...(flaky ? { attempts } : {}) });
}

function makeSide(runs: readonly Run[]): Parameters<typeof compareRuns>[0] {
  return {
    runs: runs.map(({ title, ...way }) => ({ testId: title, ...way, file: '', variant: null })),
    partial: [],
    interrupted: false,
    missingShards: false,
    brokenFiles: [],
  };
}

function sorted(lists: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.toSorted()]));
}
