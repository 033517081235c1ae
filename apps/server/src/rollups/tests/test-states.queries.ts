import type { TestState } from '@svc/analysis/flakiness/test-state';
import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/** The stored state of a test that is not simply healthy. */
export interface StoredTestState {
  testId: string;
  projectId: string;
  /** Whether its newest runs are stored (all of them if `isWhole`). A test that is not watched has none stored. */
  watched: boolean;
  runs: Buffer;
  isWhole: boolean;
  state: TestState;
  /** Milliseconds since 1970. */
  brokenSince: number | null;
  failingOn: string[];
}

export async function readStoredTestStates(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<Map<string, StoredTestState>> {
  const rows = await scope.query<StoredTestState>(
    `SELECT replace(test_id::text, '-', '') AS "testId",
            project_id AS "projectId",
            watched,
            runs,
            runs_from IS NULL AS "isWhole",
            state,
            (extract(epoch FROM broken_since) * 1000)::float8 AS "brokenSince",
            failing_on AS "failingOn"
     FROM test_states
     WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
  return new Map(rows.map((row) => [row.testId, row]));
}

/**
 * Tests whose state these executions may change: those that failed or were flaky in them, watched tests, and tests
 * with forgotten evidence that is not older than all of them. `firstAt` is the start of the first of them, in
 * milliseconds since 1970.
 */
export async function listTestsToJudge(
  scope: TransactionScope,
  {
    executionIds,
    projectIds,
    firstAt,
  }: { executionIds: readonly string[]; projectIds: readonly string[]; firstAt: number },
): Promise<string[]> {
  const rows = await scope.query<{ testId: string }>(
    `SELECT test_id AS "testId" FROM failing_results
     WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
     UNION
     SELECT test_id FROM test_states
     WHERE organization_id = $1
       AND project_id = ANY ($3::uuid[])
       AND (watched OR evidence_after >= $4)`,
    [
      scope.organizationId,
      toArrayLiteral(executionIds),
      toArrayLiteral(projectIds),
      new Date(firstAt),
    ],
  );
  return rows.map((row) => row.testId);
}

/**
 * Tests whose state depends on these deleted executions: those of `testIds`, the tests that ran in them, with a
 * remaining failure, and those whose `since` names one of them.
 */
export async function listTestsDependingOn(
  scope: TransactionScope,
  {
    executionIds,
    projectIds,
    testIds,
  }: {
    executionIds: readonly string[];
    projectIds: readonly string[];
    testIds: readonly string[];
  },
): Promise<string[]> {
  const rows = await scope.query<{ testId: string }>(
    `SELECT replace(ran.id::text, '-', '') AS "testId"
     FROM unnest($2::uuid[]) AS ran (id)
     WHERE EXISTS (
       SELECT 1 FROM failing_results
       WHERE failing_results.organization_id = $1 AND failing_results.test_id = ran.id
       OFFSET 0)
     UNION
     SELECT replace(test_id::text, '-', '')
     FROM test_states
     WHERE organization_id = $1
       AND project_id = ANY ($3::uuid[])
       AND (since #>> '{lastGood,executionId}' = ANY ($4::text[])
         OR since #>> '{firstBad,executionId}' = ANY ($4::text[])
         OR since #>> '{goodAgain,executionId}' = ANY ($4::text[]))`,
    [
      scope.organizationId,
      toArrayLiteral(testIds),
      toArrayLiteral(projectIds),
      toArrayLiteral(executionIds),
    ],
  );
  return rows.map((row) => row.testId);
}

/** The tests of these projects that ever failed or were flaky. Their states depend on the default branch. */
export async function listEverFailingTests(
  scope: TransactionScope,
  projectIds: readonly string[],
): Promise<string[]> {
  const rows = await scope.query<{ testId: string }>(
    `SELECT DISTINCT replace(failing_results.test_id::text, '-', '') AS "testId"
     FROM failing_results
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = failing_results.execution_id
     WHERE failing_results.organization_id = $1 AND executions.project_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(projectIds)],
  );
  return rows.map((row) => row.testId);
}

/** A row of test_states. Times are in a form that Postgres reads. */
export interface TestStateRow {
  testId: string;
  projectId: string;
  state: TestState;
  evidenceAfter: string | null;
  /** JSON in the contract's shape. */
  since: string | null;
  becameFlakyAt: string | null;
  brokenSince: string | null;
  watched: boolean;
  /** The branches on which the newest run that counts for the branch failed. */
  failingOn: string[];
  /**
   * The newest counted runs of a watched test. `runsFrom` is the time from which they are complete: null without a
   * limit, infinity if even the last few may have gaps.
   */
  runs: Buffer;
  runsFrom: string | null;
}

/**
 * Writes the states of tests. A test of `withState`, which may have a stored state, is healthy without a row. Two
 * statements: on a cluster, parts of one statement would see what other parts wrote.
 */
export async function writeTestStates(
  scope: TransactionScope,
  { withState, rows }: { withState: readonly string[]; rows: readonly TestStateRow[] },
): Promise<void> {
  const withRow = new Set(rows.map((row) => row.testId));
  await deleteTestStates(
    scope,
    withState.filter((testId) => !withRow.has(testId)),
  );
  if (rows.length > 0) await storeTestStates(scope, rows);
}

async function deleteTestStates(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<void> {
  if (testIds.length === 0) return;
  await scope.query(
    'DELETE FROM test_states WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])',
    [scope.organizationId, toArrayLiteral(testIds)],
  );
}

async function storeTestStates(
  scope: TransactionScope,
  rows: readonly TestStateRow[],
): Promise<void> {
  await scope.query(
    `INSERT INTO test_states (
       organization_id, test_id, project_id, state, evidence_after, since, became_flaky_at,
       broken_since, watched, runs_from, failing_on, runs)
     SELECT organizations.organization_id, new.test_id, new.project_id, new.state, new.evidence_after,
            new.since, new.became_flaky_at, new.broken_since, new.watched, new.runs_from,
            ARRAY(SELECT jsonb_array_elements_text(new.failing_on)), new.runs
     FROM organizations
     CROSS JOIN unnest(
       $2::uuid[], $3::uuid[], $4::test_state[], $5::timestamptz[], $6::jsonb[], $7::timestamptz[],
       $8::timestamptz[], $9::boolean[], $10::timestamptz[], $11::jsonb[], $12::bytea[]) AS new (
       test_id, project_id, state, evidence_after, since, became_flaky_at, broken_since, watched,
       runs_from, failing_on, runs)
     WHERE organizations.organization_id = $1
     ON CONFLICT (organization_id, test_id) DO UPDATE SET
       state = excluded.state, evidence_after = excluded.evidence_after, since = excluded.since,
       became_flaky_at = excluded.became_flaky_at, broken_since = excluded.broken_since,
       watched = excluded.watched, runs_from = excluded.runs_from,
       failing_on = excluded.failing_on, runs = excluded.runs`,
    [
      scope.organizationId,
      toArrayLiteral(rows.map((row) => row.testId)),
      toArrayLiteral(rows.map((row) => row.projectId)),
      toArrayLiteral(rows.map((row) => row.state)),
      toArrayLiteral(rows.map((row) => row.evidenceAfter)),
      rows.map((row) => row.since),
      toArrayLiteral(rows.map((row) => row.becameFlakyAt)),
      toArrayLiteral(rows.map((row) => row.brokenSince)),
      toArrayLiteral(rows.map((row) => row.watched)),
      toArrayLiteral(rows.map((row) => row.runsFrom)),
      rows.map((row) => JSON.stringify(row.failingOn)),
      rows.map((row) => row.runs),
    ],
  );
}
