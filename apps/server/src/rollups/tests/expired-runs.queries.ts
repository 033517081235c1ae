import { FIRST_ID } from '../../history/bounded-rows.queries.ts';
import { packRuns, unpackRuns } from '../../history/packed-runs.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { listExecutionsByNumber } from '../executions/numbered-executions.queries.ts';

/** The runs of a test whose results retention deleted. No other table has them. */
export interface ExpiredRuns {
  projectId: string;
  /** Counted runs, packed, at most the newest 500. */
  runs: Buffer;
  /** False if retention deleted others too. */
  isWhole: boolean;
  /** Evidence up to then was forgotten because of deleted runs. */
  evidenceAfter: Date | null;
}

export async function readExpiredRuns(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<Map<string, ExpiredRuns>> {
  const rows = await scope.query<ExpiredRuns & { testId: string }>(
    `SELECT replace(test_id::text, '-', '') AS "testId",
            project_id AS "projectId",
            runs,
            whole AS "isWhole",
            evidence_after AS "evidenceAfter"
     FROM expired_runs
     WHERE organization_id = $1 AND test_id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
  return new Map(rows.map(({ testId, ...expired }) => [testId, expired]));
}

/** The projects of this week's executions, or only of these. */
export async function listProjectsOfWeek(
  scope: TransactionScope,
  { week, executionIds }: { week: string; executionIds: readonly string[] | null },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT DISTINCT project_id AS id
     FROM executions
     WHERE organization_id = $1 AND week = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3::uuid[]))`,
    [scope.organizationId, week, executionIds === null ? null : toArrayLiteral(executionIds)],
  );
  return rows.map((row) => row.id);
}

interface WatchedTest {
  testId: string;
  runs: Buffer;
  isWhole: boolean;
}

// The number of histories in memory at once: 500 runs each, of about 75 bytes.
const TESTS_AT_ONCE = 200;

/**
 * Keeps the runs of a project's watched tests whose executions have expired by now. Tests that are not watched have no
 * run that could still change their state, so theirs are not kept.
 */
export async function storeExpiredRuns(scope: TransactionScope, projectId: string): Promise<void> {
  await scope.query(
    `UPDATE expired_runs
     SET whole = false
     WHERE organization_id = $1
       AND project_id = $2
       AND whole
       AND NOT EXISTS (
         SELECT 1 FROM test_states
         WHERE test_states.organization_id = $1
           AND test_states.test_id = expired_runs.test_id
           AND test_states.watched)`,
    [scope.organizationId, projectId],
  );
  let after = FIRST_ID;
  for (;;) {
    const tests = await listWatchedTests(scope, { projectId, after });
    await storeRunsOfTests(scope, { projectId, tests });
    const last = tests.at(-1);
    if (last === undefined || tests.length < TESTS_AT_ONCE) return;
    after = last.testId;
  }
}

function listWatchedTests(
  scope: TransactionScope,
  { projectId, after }: { projectId: string; after: string },
): Promise<WatchedTest[]> {
  return scope.query<WatchedTest>(
    `SELECT replace(test_id::text, '-', '') AS "testId", runs, runs_from IS NULL AS "isWhole"
     FROM test_states
     WHERE organization_id = $1 AND project_id = $2 AND watched AND test_id > $3
     ORDER BY test_id
     LIMIT ${TESTS_AT_ONCE}`,
    [scope.organizationId, projectId, after],
  );
}

async function storeRunsOfTests(
  scope: TransactionScope,
  { projectId, tests }: { projectId: string; tests: readonly WatchedTest[] },
): Promise<void> {
  const unpacked = tests.map((test) => ({ ...test, runs: unpackRuns(test.runs) }));
  const numbers = new Set(unpacked.flatMap(({ runs }) => runs.map((run) => run.number)));
  const executions = await listExecutionsByNumber(scope, { projectId, numbers: [...numbers] });
  const expired = new Set(executions.flatMap((one) => (one.expired ? [one.number] : [])));
  const rows = unpacked.flatMap(({ testId, runs, isWhole }) => {
    const kept = runs.filter((run) => expired.has(run.number));
    // A test with more runs than its state has must not seem whole once retention has deleted the older ones.
    return kept.length > 0 || !isWhole ? [{ testId, runs: packRuns(kept), isWhole }] : [];
  });
  await scope.query(
    `INSERT INTO expired_runs (organization_id, project_id, test_id, runs, whole)
     SELECT organizations.organization_id, $2, new.*
     FROM organizations
     CROSS JOIN unnest($3::uuid[], $4::bytea[], $5::boolean[]) AS new
     WHERE organizations.organization_id = $1
     ON CONFLICT (organization_id, test_id) DO UPDATE
     SET runs = excluded.runs, whole = excluded.whole`,
    [
      scope.organizationId,
      projectId,
      toArrayLiteral(rows.map((row) => row.testId)),
      rows.map((row) => row.runs),
      toArrayLiteral(rows.map((row) => row.isWhole)),
    ],
  );
}

/**
 * Keeps until when evidence is forgotten, for tests that are not watched and whose evidence is in this week's
 * executions, in these, or kept already.
 */
export async function storeForgottenEvidence(
  scope: TransactionScope,
  { week, executionIds }: { week: string; executionIds: readonly string[] | null },
): Promise<void> {
  await scope.query(
    `INSERT INTO expired_runs (organization_id, project_id, test_id, runs, whole, evidence_after)
     SELECT organization_id, project_id, test_id, '', false, evidence_after
     FROM test_states
     WHERE organization_id = $1
       AND NOT watched
       AND evidence_after IS NOT NULL
       AND (
         test_id IN (
           SELECT failing_results.test_id
           FROM executions
           JOIN failing_results ON failing_results.organization_id = $1
                               AND failing_results.execution_id = executions.id
           WHERE executions.organization_id = $1
             AND executions.week = $2
             AND ($3::uuid[] IS NULL OR executions.id = ANY ($3::uuid[])))
         OR test_id IN (SELECT kept.test_id FROM expired_runs AS kept WHERE kept.organization_id = $1))
     ON CONFLICT (organization_id, test_id) DO UPDATE SET evidence_after = excluded.evidence_after`,
    [scope.organizationId, week, executionIds === null ? null : toArrayLiteral(executionIds)],
  );
}
