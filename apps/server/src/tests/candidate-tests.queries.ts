import type { TestState } from '@svc/contract/executions/outcomes';
import type { Scope } from '../db/scope.ts';
import { createBinds, type BindValue } from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import { HAS_FEW_RUNS } from '../history/few-runs.queries.ts';
import { testSearchCondition } from '../history/test-search.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';
import type { MatchingExecutions } from './matching-executions.queries.ts';

/** The filters of the list of tests. */
export interface WantedTests {
  testIds?: readonly string[] | undefined;
  /** The prefix of the id. */
  testIdPrefix?: string | undefined;
  search?: string | undefined;
  file?: string | undefined;
  /** The owner of the newest result. */
  owner?: string | undefined;
  states?: readonly TestState[] | undefined;
}

/**
 * A test's position in the list, which is sorted by file, then title, then id. Only the beginning of long texts
 * counts.
 */
export interface TestPlace {
  file: string;
  title: string;
  testId: string;
}

/** The sort expressions of the indexes tests_by_file and tests_of_project_by_file. */
export const FILE = `left(tests.file, 200) COLLATE "C"`;
export const TITLE = `left(tests.title_path ->> -1, 200) COLLATE "C"`;

/** Tests in the order of the list, which may or may not have run. */
export interface Candidates {
  count: number;
  /** A Postgres array as text: the ids are passed on to the next statement without parsing. */
  testIds: string;
  last: TestPlace | null;
}

/** The next `limit` tests after a position that match the filters and whose projects had executions. */
export async function readNextCandidates(
  scope: Scope,
  question: { executions: MatchingExecutions; wanted: WantedTests; after: TestPlace | null },
  limit: number,
): Promise<Candidates> {
  const { bind, value } = createBinds(scope.organizationId);
  const [row] = await scope.query<Partial<TestPlace> & { count: number; testIds: string }>(
    `WITH RECURSIVE ${buildOwnedTestsSql(question, value)}candidates AS (
       SELECT tests.id, ${FILE} AS file, ${TITLE} AS title
       FROM tests
       WHERE ${testConditions(question, value)}
       ORDER BY ${FILE}, ${TITLE}, tests.id
       LIMIT ${value(limit)}
     ), counted AS (
       SELECT count(*)::integer AS count, coalesce(array_agg(id), '{}') AS ids
       FROM candidates
     )
     SELECT counted.count,
            counted.ids::text AS "testIds",
            ${FILE} AS file,
            ${TITLE} AS title,
            replace(tests.id::text, '-', '') AS "testId"
     FROM counted
     LEFT JOIN tests ON tests.organization_id = $1 AND tests.id = counted.ids[counted.count]`,
    bind,
  );
  const { count = 0, testIds = '{}', file, title, testId } = row ?? {};
  const last = file == null || title == null || testId == null ? null : { file, title, testId };
  return { count, testIds, last };
}

/** Null for an unknown test. */
export async function findPlace(scope: Scope, testId: string): Promise<TestPlace | null> {
  const [row] = await scope.query<{ file: string; title: string }>(
    `SELECT ${FILE} AS file, ${TITLE} AS title
     FROM tests
     WHERE tests.organization_id = $1 AND tests.id = $2`,
    [scope.organizationId, testId],
  );
  return row === undefined ? null : { ...row, testId };
}

/** The condition on a test's own row. Requires the common table expression `owned` if there is an owner. */
export function testConditions(
  {
    executions: { projectIds },
    wanted: { testIds, testIdPrefix, search, file, owner, states },
    after,
  }: { executions: MatchingExecutions; wanted: WantedTests; after: TestPlace | null },
  value: BindValue,
): string {
  const conditions = [
    'tests.organization_id = $1',
    // An index has the order of the list if there is one project.
    projectIds.length === 1
      ? `tests.project_id = ${value(projectIds[0])}`
      : `tests.project_id = ANY (${value(toArrayLiteral(projectIds))}::uuid[])`,
  ];
  if (testIds !== undefined) {
    conditions.push(`tests.id = ANY (${value(toArrayLiteral(testIds))}::uuid[])`);
  }
  if (testIdPrefix !== undefined) {
    // A range, for which the primary key is used.
    const [first, last] = [testIdPrefix.padEnd(32, '0'), testIdPrefix.padEnd(32, 'f')];
    conditions.push(`tests.id BETWEEN ${value(first)}::uuid AND ${value(last)}::uuid`);
  }
  if (file !== undefined) {
    const place = value(file);
    conditions.push(`${FILE} = left(${place}, 200) AND tests.file = ${place}`);
  }
  if (search !== undefined) conditions.push(testSearchCondition(search, value));
  if (states !== undefined) {
    const inOne = states.map((state) => `(${stateCondition(state, value)})`);
    conditions.push(`(${inOne.join(' OR ')})`);
  }
  if (owner !== undefined) conditions.push('tests.id IN (SELECT test_id FROM owned)');
  if (after !== null) {
    conditions.push(
      `(${FILE}, ${TITLE}, tests.id) > (${value(after.file)}, ${value(after.title)}, ${value(after.testId)}::uuid)`,
    );
  }
  return conditions.join('\n         AND ');
}

/** A test without a row is healthy, or unknown while it has too few runs. */
function stateCondition(state: TestState, value: BindValue): string {
  const states = `SELECT 1 FROM test_states
         WHERE test_states.organization_id = $1 AND test_states.test_id = tests.id`;
  const isHealthy = `NOT EXISTS (${states} AND test_states.state <> 'healthy')`;
  if (state === 'unknown') return `${isHealthy} AND ${HAS_FEW_RUNS}`;
  return state === 'healthy'
    ? `${isHealthy} AND NOT (${HAS_FEW_RUNS})`
    : `EXISTS (${states} AND test_states.state = ${value(state)}::test_state)`;
}

/**
 * The common table expression `owned`: the tests that the owner had in some execution of these weeks; the newest
 * result decides later. Skips from test to test in the index results_by_owner, regardless of the number of results.
 * Empty without an owner.
 */
export function buildOwnedTestsSql(
  {
    executions: { weeks },
    wanted: { owner },
  }: { executions: MatchingExecutions; wanted: WantedTests },
  value: BindValue,
): string {
  if (owner === undefined) return '';
  const conditions = `results.organization_id = $1
         AND md5(results.owner) = md5(${value(owner)})
         AND results.owner IS NOT NULL
         AND ${inWeeks(weeks, value)}`;
  const next = (after: string) => `
       SELECT results.test_id
       FROM results
       WHERE ${conditions}
         ${after}
       ORDER BY results.test_id
       LIMIT 1`;
  return `owned (test_id) AS (
       (${next('')})
       UNION ALL
       SELECT (${next('AND results.test_id > owned.test_id')})
       FROM owned
       WHERE owned.test_id IS NOT NULL
     ), `;
}

/** Excludes the partitions of other weeks. */
export function inWeeks(weeks: WeekSpan, value: BindValue): string {
  return `results.week BETWEEN ${value(weeks.from)} AND ${value(weeks.to)}`;
}
