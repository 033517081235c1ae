import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { WeekSpan } from './week-span.queries.ts';

/** The facts of a test's newest result. */
export interface NewestResult {
  testId: string;
  status: ResultStatus;
  framework: string;
  owner: string | null;
  tags: string[];
  /** When its execution began. */
  at: Date;
}

/** Sorts a test's results in one execution; the first one represents the test. */
export const WORST_FIRST = `
  CASE results.status
    WHEN 'failed' THEN 1 WHEN 'timedOut' THEN 2 WHEN 'interrupted' THEN 3 WHEN 'passed' THEN 4 ELSE 5 END,
  results.id`;

/** The newest result of each of these tests in the matching executions; a test that did not run has no entry. */
export async function readNewestResults(
  scope: Scope,
  {
    filter,
    weeks,
    testIds,
  }: { filter: ExecutionsFilter; weeks: WeekSpan; testIds: readonly string[] },
): Promise<Map<string, NewestResult>> {
  if (testIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const tests = value(toArrayLiteral(testIds));
  const rows = await scope.query<NewestResult>(
    `WITH matching AS MATERIALIZED (
       SELECT id, week, framework, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     ), newest AS (
       SELECT DISTINCT ON (results.test_id)
              results.test_id, matching.id, matching.week, matching.framework, matching.started_at
       FROM results
       JOIN matching ON matching.id = results.execution_id
       WHERE results.organization_id = $1
         AND results.test_id = ANY (${tests}::uuid[])
         AND results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}
       ORDER BY results.test_id, matching.started_at DESC, matching.id DESC
     )
     SELECT replace(newest.test_id::text, '-', '') AS "testId",
            ${selectResult('newest.test_id')}`,
    bind,
  );
  return new Map(rows.map((row) => [row.testId, row]));
}

/**
 * The newest result of one test, of any age. Reads only the executions in which it ran: an organization may have too
 * many others.
 */
export async function findNewestResultEver(
  scope: Scope,
  testId: string,
): Promise<NewestResult | null> {
  const [row] = await scope.query<NewestResult>(
    `WITH ran AS (
       SELECT DISTINCT execution_id
       FROM results
       WHERE organization_id = $1 AND test_id = $2::uuid
     ), newest AS (
       SELECT executions.id, executions.week, executions.framework, executions.started_at
       FROM ran
       JOIN executions ON executions.organization_id = $1 AND executions.id = ran.execution_id
       WHERE executions.number IS NOT NULL
       ORDER BY executions.started_at DESC, executions.id DESC
       LIMIT 1
     )
     SELECT $3 AS "testId",
            ${selectResult('$2::uuid')}`,
    [scope.organizationId, testId, testId],
  );
  return row ?? null;
}

/** Text of a SELECT: the facts of the test's result in the execution `newest`. `testId` is a term of SQL. */
function selectResult(testId: string): string {
  return `worst.status,
            newest.framework,
            worst.owner,
            coalesce(worst.tags, '[]') AS tags,
            newest.started_at AS at
     FROM newest
     CROSS JOIN LATERAL (
       SELECT results.status, results.owner, results.tags
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = ${testId}
         AND results.execution_id = newest.id
         AND results.week = newest.week
       ORDER BY ${WORST_FIRST}
       LIMIT 1
     ) AS worst`;
}
