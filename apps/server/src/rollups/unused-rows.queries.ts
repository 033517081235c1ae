import { isExecutionWithId } from '../db/conditions/look-ups.ts';
import type { TransactionScope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** A fingerprint of one project. Another project with the same failure has its own row. */
export interface ProjectFingerprint {
  projectId: string;
  fingerprintId: string;
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
         SELECT 1 FROM failing_results
         JOIN executions ON ${isExecutionWithId('failing_results.execution_id')}
                        AND executions.project_id = asked.project_id
         WHERE failing_results.organization_id = $1
           AND failing_results.fingerprint_id = asked.id
         -- One look-up per fingerprint, which ends at its first failure, instead of a join with all failures.
         OFFSET 0)
       AND NOT EXISTS (
         SELECT 1 FROM failing_results
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
     SELECT fingerprints.organization_id,
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
       SELECT 1 FROM fingerprint_verdicts
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
         SELECT 1 FROM failing_results
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
