import type { Page } from '@svc/contract/pages';
import type { TestDetail, TestQuery, TestRun } from '@svc/contract/history/tests';
import type { UsedSource } from '@svc/contract/filters';
import type { Scope } from '../db/scope.ts';
import type { ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import type { Deps } from '../deps.ts';
import { SvcError } from '../errors.ts';
import { describeTests, type DescribedTest } from '../history/described-tests.queries.ts';
import { countFingerprints } from '../history/fingerprint-counts.queries.ts';
import { findNewestResultEver } from '../history/newest-results.queries.ts';
import { readUsedSource } from '../history/used-source.queries.ts';
import { findWeekSpan, type WeekSpan } from '../history/week-span.queries.ts';
import { readResultClasses, NO_LABEL, type VerdictClass } from '../analyses/index.ts';
import { decodeCursor, encodeCursor } from '../http/input/cursor.ts';
import { isUtcTime, parseWindow } from '../http/input/window.ts';
import { isUuid } from '../http/input/uuid.ts';
import { readTestDurations, type StoredDurations } from './durations.queries.ts';
import { listTestRuns, type RunPlace, type StoredTestRun } from './test-history.queries.ts';
import { readTestSummaries, type Summary } from './test-summaries.ts';

const TOP_FINGERPRINTS = 20;

interface Asked {
  scope: Scope;
  testId: string;
  filter: ExecutionsFilter;
  recent: number;
  limit: number;
  after: RunPlace | null;
}

/**
 * One test with its durations, a page of its history, and the causes of its failures.
 * @throws SvcError NOT_FOUND, the same for a test of another organization as for none; BAD_REQUEST for an invalid
 * window or cursor.
 */
export async function readTest(
  deps: Deps,
  scope: Scope,
  { testId, recent, limit, cursor, from, to, ...filters }: TestQuery,
): Promise<TestDetail> {
  const window = parseWindow({ from, to }, deps.clock.now());
  const after = cursor === undefined ? null : decodeCursor(cursor, isRunPlace);
  const id = testId.toLowerCase();
  const known = /^[0-9a-f]{32}$/.test(id)
    ? await describeTests(scope, [id])
    : new Map<string, DescribedTest>();
  const test = known.get(id);
  if (test === undefined) throw new SvcError('NOT_FOUND', `There is no test '${testId}'.`);
  // The executions of the test's project decide.
  const { project } = test;
  const counted = await readUsedSource(scope, {
    ...filters,
    project,
    ...window,
  });
  const filter = { ...filters, ...window, ...counted.filter };
  const detail = await readTestDetail(deps, { scope, testId: id, filter, recent, limit, after });
  return { ...detail, ...counted.answer };
}

async function readTestDetail(
  deps: Deps,
  asked: Asked,
): Promise<Omit<TestDetail, keyof UsedSource>> {
  const { scope, testId, filter, limit, after } = asked;
  const weeks = (await findWeekSpan(scope, filter)) ?? NO_WEEKS;
  const [summary, durations, rows, fingerprints] = await Promise.all([
    readTestSummary(deps, asked, weeks),
    readTestDurations(scope, { filter, weeks, testId }),
    listTestRuns(scope, { filter, weeks, testId, after, limit: limit + 1 }),
    countFingerprints(scope, {
      filter,
      testIds: [testId],
      limit: TOP_FINGERPRINTS,
    }),
  ]);
  const verdicts = await readResultClasses(
    scope,
    rows.flatMap(({ resultId, fingerprint }) => (fingerprint === null ? [] : [resultId])),
  );
  return {
    ...summary,
    durations: toTestDurations(durations),
    history: toHistoryPage(rows, { limit, verdicts }),
    fingerprints: (fingerprints.get(testId) ?? []).map(({ firstSeenAt, lastSeenAt, ...one }) => ({
      ...one,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
}

// An empty range: the first week is after the last.
const NO_WEEKS: WeekSpan = { from: '2000-01-10', to: '2000-01-03' };

/**
 * The summary of a test. If the test did not run in the window, framework, owner and tags come from its newest result
 * ever.
 */
async function readTestSummary(
  deps: Deps,
  { scope, testId, filter, recent }: Asked,
  weeks: WeekSpan,
): Promise<Summary> {
  const asked = { testIds: [testId], filter, weeks, recent };
  const summary = (await readTestSummaries(deps, scope, asked)).get(testId);
  if (summary === undefined) throw new Error('a test that was there is gone');
  if (summary.lastSeenAt !== null) return summary;
  const ever = await findNewestResultEver(scope, testId);
  const { framework = '', owner = null, tags = [] } = ever ?? {};
  return { ...summary, framework, owner, tags };
}

function toTestDurations({ points, ...percentiles }: StoredDurations): TestDetail['durations'] {
  return {
    ...percentiles,
    points: points.map(({ executionId, at, durationMs, status }) => ({
      executionId,
      at: at.toISOString(),
      durationMs,
      status,
    })),
  };
}

function toHistoryPage(
  rows: readonly StoredTestRun[],
  { limit, verdicts }: { limit: number; verdicts: ReadonlyMap<string, VerdictClass> },
): Page<TestRun> {
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    ...(verdicts.get(row.resultId)?.label ?? NO_LABEL),
    at: row.at.toISOString(),
  }));
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null };
  const { at, executionId, resultId } = last;
  return { items, nextCursor: encodeCursor({ at, executionId, resultId }) };
}

function isRunPlace(value: unknown): value is RunPlace {
  if (typeof value !== 'object' || value === null) return false;
  const { at, executionId, resultId } = value as Partial<RunPlace>;
  return (
    typeof at === 'string' &&
    isUtcTime(at) &&
    typeof executionId === 'string' &&
    isUuid(executionId) &&
    typeof resultId === 'string' &&
    isUuid(resultId)
  );
}
