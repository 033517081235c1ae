import type { Outcome } from '@svc/contract/executions/outcomes';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import { WORST_FIRST, type NewestResult } from './newest-results.queries.ts';
import { OUTCOME_OF_RESULTS, type RecentRun } from './recent-runs.queries.ts';
import { dayConditions, type RunCounts } from './run-counts.queries.ts';
import type { WeekSpan } from './week-span.queries.ts';
import { isCountedOutcome, isVerdict } from '../db/conditions/counted-runs.ts';

/** The figures of a test's runs in the matching executions. */
export interface TestFigures extends RunCounts {
  /** Null when retention has deleted all of them. */
  newest: NewestResult | null;
  /** Oldest first, including skipped and interrupted ones. */
  recent: RecentRun[];
}

interface Row extends RunCounts, Omit<NewestResult, 'testId' | 'status'> {
  /** Null without a result. */
  status: NewestResult['status'] | null;
  /** Outcome, execution, commit, and the execution's start in milliseconds; newest first. */
  recent: [Outcome, string, string | null, number][] | null;
}

/**
 * Combines `countRuns`, `readNewestResults` and `readRecentRuns` in one scan of the index results_by_test instead of three; a
 * test that did not run has no entry. For at most 100 tests.
 */
export async function readTestFigures(
  scope: Scope,
  {
    filter,
    weeks,
    testIds,
    recent,
  }: { filter: ExecutionsFilter; weeks: WeekSpan; testIds: readonly string[]; recent: number },
): Promise<Map<string, TestFigures>> {
  if (testIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const tests = value(toArrayLiteral(testIds));
  const limit = value(recent);
  // Used twice in the statement, so that the planner skips other partitions.
  const inWeeks = `results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}`;
  const rows = await scope.query<Row>(
    // Grouping and sorting by age (an integer) is cheaper than by id.
    `WITH matching AS MATERIALIZED (
       SELECT id, week, framework, started_at,
              row_number() OVER (ORDER BY started_at DESC, id DESC) AS age
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), runs AS (
       SELECT results.test_id,
              matching.age,
              ${OUTCOME_OF_RESULTS} AS outcome,
              sum(results.last_attempt_ms) FILTER (WHERE ${isVerdict('results.status')}) AS duration_ms,
              count(*) FILTER (WHERE ${isVerdict('results.status')}) AS durations
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY (${tests}::uuid[])
         AND ${inWeeks}
       GROUP BY results.test_id, matching.age
     ), ran AS (
       SELECT test_id,
              min(age) AS newest,
              (array_agg(age ORDER BY age))[1:${limit}] AS ages,
              (array_agg(outcome ORDER BY age))[1:${limit}] AS outcomes
       FROM runs
       GROUP BY test_id
     ), recent AS (
       SELECT ran.test_id,
              json_agg(json_build_array(
                run.outcome, executions.id, executions.commit,
                floor(extract(epoch FROM executions.started_at) * 1000)) ORDER BY run.age) AS runs
       FROM ran
       CROSS JOIN LATERAL unnest(ran.ages, ran.outcomes) AS run (age, outcome)
       JOIN matching ON matching.age = run.age
       JOIN executions ON executions.organization_id = $1 AND executions.id = matching.id
       GROUP BY ran.test_id
     ), counted AS (
       SELECT test_id, 1 AS runs, (outcome IN ('failed', 'timedOut'))::integer AS failures,
              duration_ms, durations
       FROM runs
       WHERE ${isCountedOutcome('outcome')}
       UNION ALL
       SELECT test_days.test_id, runs, failures, duration_ms, durations
       FROM test_days
       WHERE ${dayConditions(filter, { tests, value })}
     ), counts AS (
       SELECT test_id,
              sum(runs)::integer AS runs,
              sum(failures)::integer AS failures,
              round(sum(duration_ms) / sum(durations))::float8 AS average_ms
       FROM counted
       GROUP BY test_id
     )
     SELECT replace(test_id::text, '-', '') AS "testId",
            coalesce(counts.runs, 0) AS runs,
            coalesce(counts.failures, 0) AS failures,
            counts.average_ms AS "averageDurationMs",
            worst.status,
            matching.framework,
            worst.owner,
            coalesce(worst.tags, '[]') AS tags,
            matching.started_at AS at,
            recent.runs AS recent
     FROM ran
     FULL JOIN counts USING (test_id)
     LEFT JOIN recent USING (test_id)
     LEFT JOIN matching ON matching.age = ran.newest
     LEFT JOIN LATERAL (
       SELECT results.status, results.owner, results.tags
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = ran.test_id
         AND results.execution_id = matching.id
         AND results.week = matching.week
         AND ${inWeeks}
       ORDER BY ${WORST_FIRST}
       LIMIT 1
     ) AS worst ON true`,
    bind,
  );
  return new Map(rows.map((row) => [row.testId, toTestFigures(row)]));
}

function toTestFigures({
  status,
  framework,
  owner,
  tags,
  at,
  recent,
  ...counts
}: Row): TestFigures {
  const { testId } = counts;
  return {
    ...counts,
    newest: status === null ? null : { testId, status, framework, owner, tags, at },
    recent: (recent ?? [])
      .map(([outcome, executionId, commit, beganMs]) => ({
        outcome,
        executionId,
        commit,
        at: new Date(beganMs).toISOString(),
      }))
      .toReversed(),
  };
}
