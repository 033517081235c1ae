import type { TransactionScope } from '../../db/scope.ts';
import type { PackedRun } from '../../history/packed-runs.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { isCountedRun, isVerdict } from '../../db/conditions/counted-runs.ts';

/** A counted run of a test in an execution. */
export type CountedRun = Omit<PackedRun, 'number'> & { executionId: string };

// Passes ids as arrays and joins nothing: a new database, or one that has just stored a large upload, has no
// statistics, and a join of three tables may then take minutes. Returns one text per test, because a row per run
// costs the driver more than everything else here together.
const RUN_COLUMNS = `bool_or(status IN ('failed', 'timedOut')) AS failed,
              bool_or(flaky) AS flaky,
              ${isCountedRun('status')} AS counted,
              coalesce(sum(last_attempt_ms) FILTER (WHERE ${isVerdict('status')}), 0) AS duration_ms,
              count(*) FILTER (WHERE ${isVerdict('status')}) AS results,
              count(*) AS all_results`;
const RUN_TEXT = `string_agg(
              execution_id || ':' || duration_ms || ':' || results || ':' ||
                CASE WHEN failed THEN 'f' WHEN flaky THEN 'r' ELSE 'p' END,
              ',')`;

/** The runs of a test in text form, which `parseCountedRuns` parses. `results` is the number of results behind them. */
export interface TestRuns {
  testId: string;
  results: number;
  /** One entry per run, separated by commas; null when no run counts. */
  text: string | null;
}

/**
 * Runs of these tests in these executions, whose results are in these weeks. Includes tests that ran without a
 * counted run.
 */
export function listRunsInExecutions(
  scope: TransactionScope,
  {
    testIds,
    executionIds,
    weeks,
  }: { testIds: readonly string[]; executionIds: readonly string[]; weeks: readonly string[] },
): Promise<TestRuns[]> {
  return scope.query<TestRuns>(
    `SELECT replace(test_id::text, '-', '') AS "testId",
            sum(all_results)::integer AS results,
            ${RUN_TEXT} FILTER (WHERE counted) AS text
     FROM (
       SELECT test_id, execution_id, ${RUN_COLUMNS}
       FROM results
       WHERE organization_id = $1
         AND execution_id = ANY ($2::uuid[])
         AND week = ANY ($3::date[])
         AND test_id = ANY ($4::uuid[])
       GROUP BY test_id, execution_id
     ) AS runs
     GROUP BY test_id`,
    [
      scope.organizationId,
      toArrayLiteral(executionIds),
      toArrayLiteral(weeks),
      toArrayLiteral(testIds),
    ],
  );
}

/**
 * The newest `runs` runs of these tests on all branches that are found in the newest `results` results of each, both
 * by the arrival of their executions. If a test has more results, its oldest run may be incomplete. A test without
 * results is missing. Reads the index results_by_test.
 */
export function listNewestRunTexts(
  scope: TransactionScope,
  { testIds, results, runs }: { testIds: readonly string[]; results: number; runs: number },
): Promise<TestRuns[]> {
  return scope.query<TestRuns>(
    `SELECT replace(wanted.id::text, '-', '') AS "testId", newest.results, newest.text
     FROM unnest($2::uuid[]) AS wanted (id)
     CROSS JOIN LATERAL (
       SELECT sum(all_results)::integer AS results,
              ${RUN_TEXT} FILTER (WHERE counted AND position <= $4) AS text
       FROM (
         SELECT *, count(*) FILTER (WHERE counted) OVER (ORDER BY execution_id DESC) AS position
         FROM (
           SELECT execution_id, ${RUN_COLUMNS}
           FROM (
             SELECT execution_id, status, flaky, last_attempt_ms
             FROM results
             WHERE organization_id = $1 AND test_id = wanted.id AND status <> 'skipped'
             -- Ids of executions grow with the time of their first upload.
             ORDER BY execution_id DESC
             LIMIT $3
           ) AS result
           GROUP BY execution_id
         ) AS run
       ) AS numbered
     ) AS newest
     WHERE newest.results IS NOT NULL`,
    [scope.organizationId, toArrayLiteral(testIds), results, runs],
  );
}

export function parseCountedRuns({ text }: TestRuns): CountedRun[] {
  return text === null ? [] : text.split(',').map(parseRun);
}

function parseRun(text: string): CountedRun {
  const [executionId = '', durationMs, results, outcome] = text.split(':');
  return {
    executionId,
    failed: outcome === 'f',
    evidence: outcome === 'r' ? 'retry' : null,
    durationMs: Number(durationMs),
    results: Number(results),
  };
}
