import { computeWilsonInterval } from '@svc/analysis/statistics/share';
import {
  FLAKY_SORTS,
  type FlakyTest,
  type FlakyTestPage,
  type FlakyTestsQuery,
} from '@svc/contract/history/flaky-tests';
import type { Scope } from '../../db/scope.ts';
import type { ExecutionsFilter } from '../../db/conditions/execution-conditions.ts';
import type { Deps } from '../../deps.ts';
import { describeTests } from '../../history/described-tests.queries.ts';
import { countFingerprints } from '../../history/fingerprint-counts.queries.ts';
import { readFlakyEvidence } from '../../history/flaky-evidence.queries.ts';
import { readNewestResults } from '../../history/newest-results.queries.ts';
import { countRunsOfFlaky } from '../../history/run-counts.ts';
import { readTestFigures } from '../../history/test-figures.queries.ts';
import { readUsedSource } from '../../history/used-source.queries.ts';
import { findWeekSpan, type WeekSpan } from '../../history/week-span.queries.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { parseWindow } from '../../http/input/window.ts';
import { toFlakyTest } from './flaky-test-answer.ts';
import { readMatchingTests } from './matching-tests.queries.ts';
import {
  sortRankedTests,
  toRankPosition,
  toRankedTest,
  type RankedTest,
  type RankPosition,
} from './rank.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const RECENT_RUNS = 20;
const TOP_FINGERPRINTS = 3;
const NOTHING = { tests: 0, impact: 0 };

interface Asked {
  scope: Scope;
  filter: ExecutionsFilter;
  weeks: WeekSpan;
}

/**
 * One page of the tests with at least one flaky run and `minRuns` counted runs in the window and filters. Ranks all
 * candidates in memory, which are as many as there are tests with evidence. Reads the details only for the page.
 * @throws SvcError BAD_REQUEST for an invalid window or cursor.
 * @see docs/read/definitions.md, "Flakiness rate"
 */
export async function readFlakyTestsPage(
  deps: Deps,
  scope: Scope,
  {
    limit,
    cursor,
    sort,
    minRuns,
    testId,
    search,
    owner,
    state,
    from,
    to,
    ...filters
  }: FlakyTestsQuery,
): Promise<FlakyTestPage> {
  const { shownTo, ...window } = parseWindow({ from, to }, deps.clock.now());
  const counted = await readUsedSource(scope, { ...filters, ...window });
  const filter: ExecutionsFilter = { ...filters, ...window, ...counted.filter };
  const after =
    cursor === undefined ? null : decodeCursor(cursor, (value) => isPosition(value, sort));
  const weeks = await findWeekSpan(scope, filter);
  if (weeks === null) return { items: [], nextCursor: null, total: NOTHING, ...counted.answer };
  const asked: Asked = { scope, filter, weeks };
  const candidates = await rankTests(asked, { minRuns, testId, search, owner, state, shownTo });
  const rest = sortRankedTests(candidates, { sort, after });
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await withDetails(asked, page),
    nextCursor:
      rest.length > limit && last !== undefined ? encodeCursor(toRankPosition(last, sort)) : null,
    total: {
      tests: candidates.length,
      impact: candidates.reduce((sum, { impact }) => sum + impact, 0),
    },
    ...counted.answer,
  };
}

async function rankTests(
  { scope, filter, weeks }: Asked,
  {
    minRuns,
    testId,
    search,
    owner,
    state,
    shownTo,
  }: Pick<FlakyTestsQuery, 'minRuns' | 'testId' | 'search' | 'owner' | 'state'> & { shownTo: Date },
): Promise<RankedTest[]> {
  const evidence = await readFlakyEvidence(scope, { filter });
  const wanted = testId === undefined ? null : new Set(testId.map((id) => id.toLowerCase()));
  const testIds = [...evidence.keys()].filter((id) => wanted === null || wanted.has(id));
  const matching =
    search === undefined && state === undefined
      ? new Set(testIds)
      : await readMatchingTests(scope, {
          testIds,
          search,
          states: state,
        });
  if (owner !== undefined) {
    const newest = await readNewestResults(scope, {
      filter,
      weeks,
      testIds: [...matching],
    });
    for (const testId of matching) {
      if (newest.get(testId)?.owner !== owner) matching.delete(testId);
    }
  }
  const counts = await countRunsOfFlaky(scope, {
    filter,
    weeks,
    testIds: [...matching],
  });
  const windowWeeks = (shownTo.getTime() - filter.from.getTime()) / WEEK_MS;
  return [...counts.values()].flatMap((count) => {
    const found = evidence.get(count.testId);
    return found === undefined || count.runs < minRuns
      ? []
      : [toRankedTest(found, count, windowWeeks)];
  });
}

async function withDetails(
  { scope, filter, weeks }: Asked,
  tests: readonly RankedTest[],
): Promise<FlakyTest[]> {
  const testIds = tests.map((test) => test.testId);
  const [described, figures, fingerprints] = await Promise.all([
    describeTests(scope, testIds),
    readTestFigures(scope, { filter, weeks, testIds, recent: RECENT_RUNS }),
    countFingerprints(scope, { filter, testIds, limit: TOP_FINGERPRINTS }),
  ]);
  return tests.flatMap((test) => {
    const description = described.get(test.testId);
    if (description === undefined) return [];
    return [
      toFlakyTest(test, {
        description,
        result: figures.get(test.testId)?.newest ?? null,
        confidence: computeWilsonInterval(test.flakyRuns, test.runs),
        recent: figures.get(test.testId)?.recent ?? [],
        fingerprints: fingerprints.get(test.testId) ?? [],
      }),
    ];
  });
}

function isPosition(value: unknown, sort: string): value is RankPosition {
  if (typeof value !== 'object' || value === null) return false;
  const position = value as Partial<RankPosition>;
  return (
    position.sort === sort &&
    FLAKY_SORTS.includes(position.sort) &&
    Number.isFinite(position.value) &&
    Number.isSafeInteger(position.runs) &&
    typeof position.testId === 'string' &&
    /^[0-9a-f]{32}$/.test(position.testId)
  );
}
