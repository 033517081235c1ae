import type { TestState } from '@svc/contract/outcomes';
import type { Database } from '../../db/database.ts';
import {
  bindsOf,
  executionConditions,
  type BindValue,
  type ExecutionsFilter,
} from '../../db/execution-conditions.ts';
import { plainArray } from '../../db/plain-array.ts';
import { WORST_FIRST } from '../../history/newest-results.queries.ts';
import { testSearchCondition } from '../../history/test-search.ts';
import type { MatchingExecutions } from './matching-executions.queries.ts';

/** Which of the tests that ran are asked for. */
export interface WantedTests {
  testIds?: readonly string[] | undefined;
  search?: string | undefined;
  file?: string | undefined;
  /** That of the newest result. */
  owner?: string | undefined;
  state?: TestState | undefined;
}

/** Where a test stands in the list: by file, then title, then id. Of long texts the beginning decides. */
export interface TestPlace {
  file: string;
  title: string;
  testId: string;
}

// As the indexes tests_by_file and tests_of_project_by_file have them.
const FILE = `left(tests.file, 200) COLLATE "C"`;
const TITLE = `left(tests.title_path ->> -1, 200) COLLATE "C"`;

// Up to here reading all results of the executions costs less than asking for test after test whether it
// ran: 10,000 results take about 35 ms.
const FEW_RESULTS = 10_000;

/**
 * The ids of the tests that ran in the executions that fit, in the order of the list, `limit` at most.
 * Walks the tests in that order and asks of each whether it ran; where the executions have few results,
 * begins with these.
 */
export async function listTests(
  database: Database,
  organizationId: string,
  {
    filter,
    executions,
    wanted,
    after,
    limit,
  }: {
    filter: ExecutionsFilter;
    executions: MatchingExecutions;
    wanted: WantedTests;
    after: TestPlace | null;
    limit: number;
  },
): Promise<string[]> {
  const { bind, value } = bindsOf(organizationId);
  const weeks = `results.week BETWEEN ${value(executions.weeks.from)} AND ${value(executions.weeks.to)}`;
  const isFew = executions.results <= FEW_RESULTS;
  const { owner } = wanted;
  const rows = await database.query<{ testId: string }>(
    `WITH RECURSIVE matching AS MATERIALIZED (
       SELECT id, week, started_at
       FROM executions
       WHERE ${executionConditions(filter, value)}
     )${isFew ? ranInFew(weeks) : ''}${owner === undefined ? '' : owned(weeks, value(owner))}
     SELECT replace(tests.id::text, '-', '') AS "testId"
     FROM tests
     ${isFew ? 'JOIN ran ON ran.test_id = tests.id' : ''}
     ${owner === undefined && isFew ? '' : newestExecution(weeks, owner !== undefined)}
     ${owner === undefined ? '' : NEWEST_RESULT}
     WHERE tests.organization_id = $1
       AND ${testConditions({ executions, wanted, after }, value).join('\n       AND ')}
     ORDER BY ${FILE}, ${TITLE}, tests.id
     LIMIT ${value(limit)}`,
    bind,
  );
  return rows.map((row) => row.testId);
}

/** Null for a test that there is not. */
export async function findPlace(
  database: Database,
  organizationId: string,
  testId: string,
): Promise<TestPlace | null> {
  const [row] = await database.query<{ file: string; title: string }>(
    `SELECT ${FILE} AS file, ${TITLE} AS title
     FROM tests
     WHERE tests.organization_id = $1 AND tests.id = $2`,
    [organizationId, testId],
  );
  return row === undefined ? null : { ...row, testId };
}

function testConditions(
  {
    executions: { projectIds },
    wanted: { testIds, search, file, owner, state },
    after,
  }: { executions: MatchingExecutions; wanted: WantedTests; after: TestPlace | null },
  value: BindValue,
): string[] {
  const [projectId] = projectIds;
  const conditions = [
    // One project has an index of its own, in the order of the list.
    projectIds.length === 1
      ? `tests.project_id = ${value(projectId)}`
      : `tests.project_id = ANY (${value(plainArray(projectIds))}::uuid[])`,
  ];
  if (testIds !== undefined) {
    conditions.push(`tests.id = ANY (${value(plainArray(testIds))}::uuid[])`);
  }
  if (file !== undefined) {
    const place = value(file);
    conditions.push(`${FILE} = left(${place}, 200) AND tests.file = ${place}`);
  }
  if (search !== undefined) conditions.push(testSearchCondition(search, value));
  if (state !== undefined) conditions.push(stateCondition(state, value));
  if (owner !== undefined) {
    conditions.push(
      'tests.id IN (SELECT test_id FROM owned)',
      `newest_result.owner = ${value(owner)}`,
    );
  }
  if (after !== null) {
    conditions.push(
      `(${FILE}, ${TITLE}, tests.id) > (${value(after.file)}, ${value(after.title)}, ${value(after.testId)}::uuid)`,
    );
  }
  return conditions;
}

/** A test without a row is healthy. */
function stateCondition(state: TestState, value: BindValue): string {
  const states = `SELECT FROM test_states
         WHERE test_states.organization_id = $1 AND test_states.test_id = tests.id`;
  return state === 'healthy'
    ? `NOT EXISTS (${states} AND test_states.state <> 'healthy')`
    : `EXISTS (${states} AND test_states.state = ${value(state)}::test_state)`;
}

function ranInFew(weeks: string): string {
  return `, ran AS MATERIALIZED (
       SELECT DISTINCT results.test_id
       FROM matching
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = matching.id
                   AND results.week = matching.week
                   AND ${weeks}
     )`;
}

/**
 * Tests that the owner had in some execution of these weeks: candidates, of which the newest result
 * decides. Goes from test to test along the index results_by_owner, however many results each has.
 */
function owned(weeks: string, owner: string): string {
  const next = (after: string) => `
       SELECT results.test_id
       FROM results
       WHERE results.organization_id = $1
         AND md5(results.owner) = md5(${owner})
         AND results.owner IS NOT NULL
         AND ${weeks}
         ${after}
       ORDER BY results.test_id
       LIMIT 1`;
  return `, owned (test_id) AS (
       (${next('')})
       UNION ALL
       SELECT (${next('AND results.test_id > owned.test_id')})
       FROM owned
       WHERE owned.test_id IS NOT NULL
     )`;
}

/** The newest of the executions in which the test ran, or just one of them. */
function newestExecution(weeks: string, isNewest: boolean): string {
  // OFFSET 0 keeps the look-up by test apart from the join: one index scan a test, and no other plan.
  return `CROSS JOIN LATERAL (
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
       LIMIT 1
     ) AS newest`;
}

const NEWEST_RESULT = `CROSS JOIN LATERAL (
       SELECT results.owner
       FROM results
       WHERE results.organization_id = $1
         AND results.test_id = tests.id
         AND results.execution_id = newest.id
         AND results.week = newest.week
       ORDER BY ${WORST_FIRST}
       LIMIT 1
     ) AS newest_result`;
