import { IS_OF_DEFAULT_BRANCH, LEAST_COMMITS } from '../../db/conditions/execution-conditions.ts';
import { isFlakyOnBase } from '../../db/conditions/flaky-on-base.ts';
import { toArrayLiteral, parseArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';
import { readBaseExecutions } from '../../history/executions/base-executions.queries.ts';
import type { JudgedExecution } from './judged-execution.queries.ts';

/** A test with the fingerprint of its failure. Both are hex digits. */
export interface FailingPair {
  testId: string;
  fingerprintId: string;
}

/** The key of a pair in maps. */
export function buildPairKey({ testId, fingerprintId }: FailingPair): string {
  return `${testId} ${fingerprintId}`;
}

/** The executions in which a test failed before with a fingerprint. */
export interface EarlierFailures {
  /**
   * Number of flaky runs on the project's default branch: the test passed on a retry, or in another execution of the
   * same commit there. 0 if all of them are of one commit, because the author of the commit can produce them.
   */
  flakyRuns: number;
  failures: number;
  /** Branches other than that of the execution. */
  otherBranches: number;
}

// Older failures are of another product. The newest 100 of a test are enough for every rule.
const EARLIER_DAYS = 90;
const NEWEST_FAILURES = 100;

/**
 * Earlier failures of these pairs in the project, by `buildPairKey`: of the newest 100 failures of each test that were
 * uploaded before the execution, in the 90 days before it. Reads the index failing_results_by_test. Two queries,
 * because Postgres without statistics would compare each failure with each execution.
 */
export async function readEarlierFailures(
  scope: Scope,
  execution: JudgedExecution,
  pairs: readonly FailingPair[],
): Promise<Map<string, EarlierFailures>> {
  if (pairs.length === 0) return new Map();
  const rows = await listPairs(scope, execution, pairs);
  const executions = await readEarlierExecutions(scope, execution, [
    ...new Set(rows.flatMap((row) => [...row.flaky, ...row.failed])),
  ]);
  const before = (ids: readonly string[]) => ids.flatMap((id) => executions.get(id) ?? []);
  return new Map(
    rows.map((row) => {
      const flaky = before(row.flaky);
      const failed = before(row.failed);
      const others = [...flaky, ...failed].flatMap(({ branch }) => branch ?? []);
      const otherBranches = new Set(others.filter((branch) => branch !== execution.branch)).size;
      const trusted = before(row.proven).filter(({ isOfBase }) => isOfBase);
      const commits = new Set(trusted.map(({ id, commit }) => commit ?? id));
      const flakyRuns = commits.size >= LEAST_COMMITS ? trusted.length : 0;
      return [buildPairKey(row), { flakyRuns, failures: failed.length, otherBranches }];
    }),
  );
}

interface ExecutionsOfPair extends FailingPair {
  flaky: string[];
  /** The flaky executions of the default branch, which authors of changes cannot forge. */
  proven: string[];
  failed: string[];
}

/** The executions in which each pair failed, flaky runs apart. */
async function listPairs(
  scope: Scope,
  { id }: Pick<JudgedExecution, 'id'>,
  pairs: readonly FailingPair[],
): Promise<ExecutionsOfPair[]> {
  type Row = FailingPair & Record<'flaky' | 'proven' | 'failed', string | null>;
  const rows = await scope.query<Row>(
    `SELECT replace(newest.test_id::text, '-', '') AS "testId",
            replace(newest.id::text, '-', '') AS "fingerprintId",
            array_agg(DISTINCT newest.execution_id) FILTER (WHERE newest.is_flaky)::text AS flaky,
            array_agg(DISTINCT newest.execution_id) FILTER (WHERE newest.is_proven)::text AS proven,
            array_agg(DISTINCT newest.execution_id) FILTER (WHERE NOT newest.is_flaky)::text AS failed
     FROM (
       SELECT test_id, array_agg(fingerprint_id) AS fingerprint_ids
       FROM unnest($2::uuid[], $3::uuid[]) AS asked (test_id, fingerprint_id)
       GROUP BY test_id
     ) AS asked
     CROSS JOIN LATERAL (
       SELECT test_id, unnest(fingerprint_id || further_fingerprints) AS id, execution_id, is_flaky, is_proven
       FROM (
         SELECT *, flaky OR contradicted AS is_flaky, ${isFlakyOnBase('failing_results')} AS is_proven
         FROM failing_results
         WHERE organization_id = $1 AND test_id = asked.test_id AND execution_id < $4
         ORDER BY execution_id DESC
         LIMIT ${NEWEST_FAILURES}) AS failures
     ) AS newest
     WHERE newest.id = ANY (asked.fingerprint_ids)
     GROUP BY newest.test_id, newest.id`,
    [
      scope.organizationId,
      toArrayLiteral(pairs.map((pair) => pair.testId)),
      toArrayLiteral(pairs.map((pair) => pair.fingerprintId)),
      id,
    ],
  );
  return rows.map(({ flaky, proven, failed, ...pair }) => ({
    ...pair,
    flaky: parseArrayLiteral(flaky),
    proven: parseArrayLiteral(proven),
    failed: parseArrayLiteral(failed),
  }));
}

interface ExecutionBefore {
  id: string;
  branch: string | null;
  commit: string | null;
  isOfBase: boolean;
}

/** Those of these executions that are of the same project and began before, by id. */
async function readEarlierExecutions(
  scope: Scope,
  { id, projectId, startedAt }: JudgedExecution,
  executionIds: readonly string[],
): Promise<Map<string, ExecutionBefore>> {
  const rows = await scope.query<ExecutionBefore>(
    `SELECT executions.id, executions.branch, executions.commit, ${IS_OF_DEFAULT_BRANCH} AS "isOfBase"
     FROM executions
     JOIN projects ON projects.organization_id = $1 AND projects.id = $3
     WHERE executions.organization_id = $1
       AND executions.id = ANY ($2::uuid[])
       AND executions.project_id = $3
       AND executions.number IS NOT NULL
       AND (executions.started_at, executions.id) < ($4, $5)
       AND executions.started_at >= $4::timestamptz - interval '${EARLIER_DAYS} days'`,
    [scope.organizationId, toArrayLiteral(executionIds), projectId, startedAt, id],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The pairs that failed in the execution's base, by `buildPairKey`. Null if the execution is on its base branch, or no
 * execution counts for the base branch.
 * @see readBaseExecutions
 */
export async function findBaseFailures(
  scope: Scope,
  execution: JudgedExecution,
): Promise<Set<string> | null> {
  if (execution.baseBranch === execution.branch) return null;
  const [base] = (await readBaseExecutions(scope, [execution])).get(execution.id) ?? [];
  if (base === undefined) return null;
  const rows = await scope.query<FailingPair>(
    `SELECT DISTINCT replace(test_id::text, '-', '') AS "testId",
            replace(fingerprint_id::text, '-', '') AS "fingerprintId"
     FROM failing_results
     WHERE organization_id = $1 AND execution_id = $2 AND status IN ('failed', 'timedOut')
     LIMIT 100000`,
    [scope.organizationId, base.id],
  );
  return new Set(rows.map(buildPairKey));
}
