import { isExecutionWithId } from '../db/conditions/look-ups.ts';
import type { TransactionScope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** A fingerprint of one project. Another project with the same failure has its own row. */
export interface ProjectFingerprint {
  projectId: string;
  fingerprintId: string;
}

/** The fingerprints and tests that failed or were flaky in these executions. */
export async function readFailuresOfExecutions(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<{ fingerprints: ProjectFingerprint[]; testIds: string[] }> {
  const rows = await scope.query<ProjectFingerprint & { testIds: string[] }>(
    `SELECT executions.project_id AS "projectId",
            errors.fingerprint_id AS "fingerprintId",
            array_agg(DISTINCT replace(failing_results.test_id::text, '-', '')) AS "testIds"
     FROM failing_results
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = failing_results.execution_id
     CROSS JOIN LATERAL unnest(failing_results.fingerprint_id || failing_results.further_fingerprints)
       AS errors (fingerprint_id)
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = ANY ($2::uuid[])
     GROUP BY executions.project_id, errors.fingerprint_id`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  const testIds = new Set(rows.flatMap((row) => row.testIds));
  return { fingerprints: rows, testIds: [...testIds] };
}

/**
 * Deletes these executions with everything that was derived from them, and with events about them and their deliveries
 * to webhooks, which name tests.
 */
export async function deleteExecutionRows(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<void> {
  await scope.query(
    `UPDATE executions
     SET previous_attempt_id = NULL
     FROM executions AS earlier
     WHERE earlier.organization_id = $1
       AND earlier.id = ANY ($2::uuid[])
       AND executions.organization_id = $1
       AND executions.project_id = earlier.project_id
       AND executions.ci_run = earlier.ci_run
       AND executions.previous_attempt_id = earlier.id`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  for (const condition of [
    'execution_changes WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
    'executions WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    // After the executions, whose locks the writers of events hold. Deliveries are written from events.
    `outbox WHERE organization_id = $1 AND data ->> 'executionId' = ANY ($2::uuid[]::text[])`,
    'webhook_deliveries WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])',
  ]) {
    await scope.query(`DELETE FROM ${condition}`, [
      scope.organizationId,
      toArrayLiteral(executionIds),
    ]);
  }
}

// Each has up to 64 KB.
const DELIVERIES_AT_ONCE = 5_000;

/** Deletes up to 5,000 deliveries of events about these executions. Returns whether any remains. */
export async function deleteSomeDeliveries(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<boolean> {
  const rows = await scope.query<{ remains: boolean }>(
    `WITH deleted AS (
       DELETE FROM webhook_deliveries
       WHERE organization_id = $1
         AND id IN (
           SELECT id
           FROM webhook_deliveries
           WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
           LIMIT ${DELIVERIES_AT_ONCE})
       RETURNING 1
     )
     SELECT count(*) = ${DELIVERIES_AT_ONCE} AS remains FROM deleted`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return rows[0]?.remains === true;
}

// An analysis has up to 10,000 verdicts. Uploads and roll-ups wait for the transaction.
const ANALYSES_AT_ONCE = 1_000;
const VERDICTS_AT_ONCE = 50_000;

/**
 * Deletes analyses of these executions, or of a project (also inline ones), with up to some 50,000 verdicts. Returns
 * whether any remains.
 */
export async function deleteSomeAnalyses(
  scope: TransactionScope,
  { executionIds, projectId }: { executionIds?: readonly string[]; projectId?: string },
): Promise<boolean> {
  const rows = await scope.query<{ remains: boolean }>(
    `WITH chosen AS (
       SELECT id, sum(least(failures, 10000)) OVER (ORDER BY id) - least(failures, 10000) AS before
       FROM (
         SELECT id, failures
         FROM analyses
         WHERE organization_id = $1
           AND (execution_id = ANY ($2::uuid[]) OR project_id = $3)
         ORDER BY id
         LIMIT ${ANALYSES_AT_ONCE}) AS some_analyses
     ), deleted AS (
       DELETE FROM analyses
       USING chosen
       WHERE analyses.organization_id = $1
         AND analyses.id = chosen.id
         AND chosen.before < ${VERDICTS_AT_ONCE}
       RETURNING 1
     )
     SELECT (SELECT count(*) FROM chosen) = ${ANALYSES_AT_ONCE}
         OR (SELECT count(*) FROM chosen) > (SELECT count(*) FROM deleted) AS remains`,
    [scope.organizationId, toArrayLiteral(executionIds ?? []), projectId ?? null],
  );
  return rows[0]?.remains === true;
}

/** Deletes the fingerprints that no failure of their project has any more. */
export async function deleteUnusedFingerprints(
  scope: TransactionScope,
  fingerprints: readonly ProjectFingerprint[],
): Promise<void> {
  await scope.query(
    `DELETE FROM fingerprints
     USING unnest($2::uuid[], $3::uuid[]) AS asked (project_id, id)
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = asked.project_id
       AND fingerprints.id = asked.id
       AND NOT EXISTS (
         SELECT FROM failing_results
         JOIN executions ON ${isExecutionWithId('failing_results.execution_id')}
                        AND executions.project_id = asked.project_id
         WHERE failing_results.organization_id = $1
           AND failing_results.fingerprint_id = asked.id
         -- One look-up per fingerprint, which ends at its first failure, instead of a join with all failures.
         OFFSET 0)
       AND NOT EXISTS (
         SELECT FROM failing_results
         JOIN executions ON ${isExecutionWithId('failing_results.execution_id')}
                        AND executions.project_id = asked.project_id
         WHERE failing_results.organization_id = $1
           AND failing_results.further_fingerprints @> ARRAY[asked.id]
         OFFSET 0)`,
    [
      scope.organizationId,
      toArrayLiteral(fingerprints.map((one) => one.projectId)),
      toArrayLiteral(fingerprints.map((one) => one.fingerprintId)),
    ],
  );
}

/**
 * Finds the newest class of fingerprints again, where the analysis that it was from is deleted: the class that a person
 * gave last, otherwise the most severe class of the newest execution.
 */
export async function findFingerprintClasses(
  scope: TransactionScope,
  fingerprints: readonly ProjectFingerprint[],
): Promise<void> {
  await scope.query(
    `INSERT INTO fingerprint_verdicts (
       organization_id, project_id, fingerprint_id, classification, confidence, analysis_id, at, feedback_id)
     SELECT $1,
            asked.project_id,
            asked.id,
            coalesce(given.classification, newest.classification),
            CASE WHEN given.id IS NULL THEN newest.confidence ELSE 1 END,
            newest.analysis_id,
            newest.started_at,
            given.id
     FROM unnest($2::uuid[], $3::uuid[]) AS asked (project_id, id)
     JOIN fingerprints ON fingerprints.organization_id = $1
                      AND fingerprints.project_id = asked.project_id
                      AND fingerprints.id = asked.id
     CROSS JOIN LATERAL (
       SELECT verdict_fingerprints.classification, verdict_fingerprints.confidence, verdict_fingerprints.analysis_id, executions.started_at
       FROM verdict_fingerprints
       JOIN analyses ON analyses.organization_id = $1 AND analyses.id = verdict_fingerprints.analysis_id
       JOIN executions ON executions.organization_id = $1 AND executions.id = analyses.execution_id
       WHERE verdict_fingerprints.organization_id = $1
         AND verdict_fingerprints.fingerprint_id = asked.id
         AND executions.project_id = asked.project_id
       ORDER BY executions.started_at DESC,
                array_position(ARRAY['REAL_BUG', 'HEALABLE', 'INFRA', 'KNOWN_FLAKE']::classification[],
                               verdict_fingerprints.classification)
       LIMIT 1
     ) AS newest
     LEFT JOIN LATERAL (
       SELECT id, classification
       FROM verdict_feedback
       WHERE organization_id = $1 AND fingerprint_id = asked.id AND project_id = asked.project_id
       ORDER BY id DESC
       LIMIT 1
     ) AS given ON true
     WHERE NOT EXISTS (
       SELECT FROM fingerprint_verdicts
       WHERE fingerprint_verdicts.organization_id = $1
         AND fingerprint_verdicts.project_id = asked.project_id
         AND fingerprint_verdicts.fingerprint_id = asked.id)
     ORDER BY asked.project_id, asked.id
     ON CONFLICT (organization_id, project_id, fingerprint_id) DO NOTHING`,
    [
      scope.organizationId,
      toArrayLiteral(fingerprints.map((one) => one.projectId)),
      toArrayLiteral(fingerprints.map((one) => one.fingerprintId)),
    ],
  );
}

/** Deletes the states and kept runs of tests without any remaining failure or flaky result. */
export async function deleteUnusedStates(
  scope: TransactionScope,
  testIds: readonly string[],
): Promise<void> {
  await scope.query(
    `WITH unused AS (
       SELECT asked.id
       FROM unnest($2::uuid[]) AS asked (id)
       WHERE NOT EXISTS (
         SELECT FROM failing_results
         WHERE failing_results.organization_id = $1 AND failing_results.test_id = asked.id)
     ), states AS (
       DELETE FROM test_states
       WHERE organization_id = $1 AND test_id IN (SELECT id FROM unused)
     )
     DELETE FROM expired_runs
     WHERE organization_id = $1 AND test_id IN (SELECT id FROM unused)`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
}
