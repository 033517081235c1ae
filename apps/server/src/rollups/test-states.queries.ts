import type { TestState } from '@svc/analysis/test-state';
import { plainArray } from '../db/plain-array.ts';
import type { Scope } from '../db/scope.ts';

/** The stored state of a test that is not simply healthy. */
export interface StoredTestState {
  testId: string;
  projectId: string;
  /** Whether its newest runs are stored (all of them if `isWhole`). A test that is not watched has none stored. */
  watched: boolean;
  runs: Buffer;
  isWhole: boolean;
  evidenceAfter: Date | null;
}

export async function storedTestStates(
  scope: Scope,
  testIds: readonly string[],
): Promise<Map<string, StoredTestState>> {
  const rows = await scope.database.query<StoredTestState>(
    `SELECT replace(test_id::text, '-', '') AS "testId",
            project_id AS "projectId",
            watched,
            runs,
            runs_from IS NULL AS "isWhole",
            evidence_after AS "evidenceAfter"
     FROM test_states
     WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])`,
    [scope.organizationId, plainArray(testIds)],
    scope.transaction,
  );
  return new Map(rows.map((row) => [row.testId, row]));
}

/** Tests whose state these executions may change: those that failed or were flaky in them, and watched tests. */
export async function testsToJudge(
  scope: Scope,
  { executionIds, projectIds }: { executionIds: readonly string[]; projectIds: readonly string[] },
): Promise<string[]> {
  const rows = await scope.database.query<{ testId: string }>(
    `SELECT test_id AS "testId" FROM failing_results
     WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
     UNION
     SELECT test_id FROM test_states
     WHERE organization_id = $1 AND project_id = ANY ($3::uuid[]) AND watched`,
    [scope.organizationId, plainArray(executionIds), plainArray(projectIds)],
    scope.transaction,
  );
  return rows.map((row) => row.testId);
}

/** The tests of these projects that ever failed or were flaky. Their states depend on the default branch. */
export async function failingTestsOf(
  scope: Scope,
  projectIds: readonly string[],
): Promise<string[]> {
  const rows = await scope.database.query<{ testId: string }>(
    `SELECT DISTINCT replace(failing_results.test_id::text, '-', '') AS "testId"
     FROM failing_results
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = failing_results.execution_id
     WHERE failing_results.organization_id = $1 AND executions.project_id = ANY ($2::uuid[])`,
    [scope.organizationId, plainArray(projectIds)],
    scope.transaction,
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
  /**
   * Of a watched test: its newest counted runs. `runsFrom` is the time from which they are complete: null without a limit,
   * infinity if even the last few may have gaps.
   */
  runs: Buffer;
  runsFrom: string | null;
}

/** Writes the states of these tests. A test without a row is healthy. */
export async function writeTestStates(
  scope: Scope,
  { testIds, rows }: { testIds: readonly string[]; rows: readonly TestStateRow[] },
): Promise<void> {
  await scope.database.query(
    `DELETE FROM test_states
     WHERE organization_id = $1 AND test_id = ANY ($2::uuid[]) AND NOT test_id = ANY ($3::uuid[])`,
    [scope.organizationId, plainArray(testIds), plainArray(rows.map((row) => row.testId))],
    scope.transaction,
  );
  if (rows.length === 0) return;
  await scope.database.query(
    `INSERT INTO test_states (
       organization_id, test_id, project_id, state, evidence_after, since, became_flaky_at,
       broken_since, watched, runs_from, runs)
     SELECT $1, new.*
     FROM unnest(
       $2::uuid[], $3::uuid[], $4::test_state[], $5::timestamptz[], $6::jsonb[],
       $7::timestamptz[], $8::timestamptz[], $9::boolean[], $10::timestamptz[], $11::bytea[]) AS new
     ON CONFLICT (organization_id, test_id) DO UPDATE SET
       state = excluded.state, evidence_after = excluded.evidence_after, since = excluded.since,
       became_flaky_at = excluded.became_flaky_at, broken_since = excluded.broken_since,
       watched = excluded.watched, runs_from = excluded.runs_from, runs = excluded.runs`,
    [
      scope.organizationId,
      plainArray(rows.map((row) => row.testId)),
      plainArray(rows.map((row) => row.projectId)),
      plainArray(rows.map((row) => row.state)),
      plainArray(rows.map((row) => row.evidenceAfter)),
      rows.map((row) => row.since),
      plainArray(rows.map((row) => row.becameFlakyAt)),
      plainArray(rows.map((row) => row.brokenSince)),
      plainArray(rows.map((row) => row.watched)),
      plainArray(rows.map((row) => row.runsFrom)),
      rows.map((row) => row.runs),
    ],
    scope.transaction,
  );
}
