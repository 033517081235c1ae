import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { WORST_FIRST } from '../history/newest-results.queries.ts';
import {
  FILE,
  inWeeks,
  buildOwnedTestsSql,
  testConditions,
  TITLE,
  type Candidates,
  type TestPlace,
  type WantedTests,
} from './candidate-tests.queries.ts';
import type { MatchingExecutions } from './matching-executions.queries.ts';

/** Asks for matching tests that ran in some executions, after a position of the list. */
export interface RanTestsQuestion {
  filter: ExecutionsFilter;
  executions: MatchingExecutions;
  wanted: WantedTests;
  after: TestPlace | null;
  limit: number;
}

/** The first candidates that ran, in their order. Checks one after the other until there are enough. */
export async function listRanCandidates(
  scope: Scope,
  { filter, executions, wanted: { owner }, limit }: Omit<RanTestsQuestion, 'after'>,
  candidates: Candidates,
): Promise<string[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const weeks = inWeeks(executions.weeks, value);
  const rows = await scope.query<{ testId: string }>(
    `WITH ${buildMatchingSql(filter, value)}
     SELECT replace(tests.id::text, '-', '') AS "testId"
     FROM unnest(${value(candidates.testIds)}::uuid[]) WITH ORDINALITY AS tests (id, place)
     CROSS JOIN LATERAL (${buildNewestExecutionSql(weeks, owner !== undefined)}) AS newest
     ${owner === undefined ? '' : resultOfOwner(value(owner))}
     ORDER BY tests.place
     LIMIT ${value(limit)}`,
    bind,
  );
  return rows.map((row) => row.testId);
}

/** Finds the same tests in another way: reads all results of the executions, and filters the tests. */
export async function listRanByResults(
  scope: Scope,
  question: RanTestsQuestion,
): Promise<string[]> {
  const { filter, executions, wanted, limit } = question;
  const { owner } = wanted;
  const { bind, value } = createBinds(scope.organizationId);
  const weeks = inWeeks(executions.weeks, value);
  const rows = await scope.query<{ testId: string }>(
    `WITH RECURSIVE ${buildOwnedTestsSql(question, value)}${buildMatchingSql(filter, value)}, ran AS MATERIALIZED (
       SELECT results.test_id
       FROM matching
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = matching.id
                   AND results.week = matching.week
                   AND ${weeks}
       GROUP BY results.test_id
     )
     SELECT replace(tests.id::text, '-', '') AS "testId"
     FROM ran
     JOIN tests ON tests.id = ran.test_id
     ${owner === undefined ? '' : `CROSS JOIN LATERAL (${buildNewestExecutionSql(weeks, true)}) AS newest`}
     ${owner === undefined ? '' : resultOfOwner(value(owner))}
     WHERE ${testConditions(question, value)}
     ORDER BY ${FILE}, ${TITLE}, tests.id
     LIMIT ${value(limit)}`,
    bind,
  );
  return rows.map((row) => row.testId);
}

function buildMatchingSql(filter: ExecutionsFilter, value: BindValue): string {
  return `matching AS MATERIALIZED (
       SELECT id, week, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     )`;
}

/** The newest of the executions in which the test ran, or any one of them. */
function buildNewestExecutionSql(weeks: string, isNewest: boolean): string {
  // OFFSET 0 keeps the planner from merging the look-up into the join: one index scan per test.
  return `
       SELECT matching.id, matching.week
       FROM (
         SELECT results.execution_id
         FROM results
         WHERE results.organization_id = $1
           AND results.test_id = tests.id
           AND ${weeks}
         OFFSET 0
       ) AS of_test
       JOIN matching ON matching.id = of_test.execution_id
       ${isNewest ? 'ORDER BY matching.started_at DESC, matching.id DESC' : ''}
       LIMIT 1`;
}

/** Keeps the tests whose newest result has this owner. */
function resultOfOwner(owner: string): string {
  return `JOIN LATERAL (
       SELECT results.owner
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = tests.id
         AND results.execution_id = newest.id
         AND results.week = newest.week
       ORDER BY ${WORST_FIRST}
       LIMIT 1
     ) AS newest_result ON newest_result.owner = ${owner}`;
}
