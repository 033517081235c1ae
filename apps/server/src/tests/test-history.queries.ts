import type { PartialReason, ResultStatus } from '@svc/contract/executions/ingest';
import { fingerprintText } from '../db/conditions/fingerprint-text.ts';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';

export interface StoredTestRun {
  resultId: string;
  executionId: string;
  executionNumber: number;
  /** When the execution began. */
  at: Date;
  commit: string | null;
  branch: string | null;
  environment: string | null;
  fromCi: boolean;
  partial: PartialReason[];
  dirty: boolean;
  status: ResultStatus;
  flaky: boolean;
  fingerprint: string | null;
  durationMs: number;
}

/** The last run of the previous page. */
export interface RunPlace {
  at: string;
  executionId: string;
  resultId: string;
}

/**
 * The test's results in the matching executions, newest first, at most `limit`. Finds the executions with only the
 * index results_by_test, then reads the rows of the page.
 */
export async function listTestRuns(
  scope: Scope,
  {
    filter,
    weeks,
    testId,
    after,
    limit,
  }: {
    filter: ExecutionsFilter;
    weeks: WeekSpan;
    testId: string;
    after: RunPlace | null;
    limit: number;
  },
): Promise<StoredTestRun[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const test = value(testId);
  // Used twice in the statement: without it, the second look-up reads the partitions of all weeks.
  const inWeeks = `results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}`;
  const place = after && { at: value(after.at), id: value(after.executionId) };
  return scope.query<StoredTestRun>(
    `WITH matching AS MATERIALIZED (
       SELECT id, week, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
         ${place === null ? '' : `AND (executions.started_at, executions.id) <= (${place.at}, ${place.id}::uuid)`}
     ), newest AS (
       SELECT *
       FROM matching
       WHERE id IN (
         SELECT results.execution_id
         FROM results
         WHERE results.organization_id = $1
           AND results.test_id = ${test}
           AND ${inWeeks})
       ORDER BY started_at DESC, id DESC
       -- Each execution has at least one result. Only the first may have none: the previous page may have shown them
       -- all.
       LIMIT ${value(limit + 1)}
     )
     SELECT results.id AS "resultId",
            newest.id AS "executionId",
            executions.number AS "executionNumber",
            newest.started_at AS at,
            executions.commit,
            executions.branch,
            executions.environment_name AS environment,
            executions.from_ci AS "fromCi",
            executions.partial,
            executions.git -> 'dirty' IS NOT DISTINCT FROM 'true'::jsonb AS dirty,
            results.status,
            results.flaky,
            ${fingerprintText('failing_results.fingerprint_id')} AS fingerprint,
            results.last_attempt_ms AS "durationMs"
     FROM newest
     JOIN executions ON executions.organization_id = $1 AND executions.id = newest.id
     JOIN results ON results.organization_id = $1
                 AND results.test_id = ${test}
                 AND results.execution_id = newest.id
                 AND results.week = newest.week
                 AND ${inWeeks}
     LEFT JOIN failing_results ON failing_results.organization_id = $1
                              AND failing_results.execution_id = newest.id
                              AND failing_results.result_id = results.id
     ${
       after === null || place === null
         ? ''
         : `WHERE (newest.started_at, newest.id, results.id) < (${place.at}, ${place.id}::uuid, ${value(after.resultId)}::uuid)`
     }
     ORDER BY newest.started_at DESC, newest.id DESC, results.id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}
