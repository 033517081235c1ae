import { FINGERPRINT_VERSION } from '@svc/analysis/fingerprint';
import { plainArray, sparseArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';

/**
 * The failing results of an execution with fingerprints of an older algorithm, sorted by id, at most `limit`, null for
 * all.
 */
export async function listOutdatedFailures(
  scope: TransactionScope,
  { executionId, projectId }: { executionId: string; projectId: string },
  limit: number | null,
): Promise<{ resultId: string; oldId: string }[]> {
  return scope.query(
    `SELECT replace(failing.result_id::text, '-', '') AS "resultId",
            replace(failing.fingerprint_id::text, '-', '') AS "oldId"
     FROM (
       SELECT result_id, fingerprint_id
       FROM failing_results
       WHERE organization_id = $1 AND execution_id = $2
       OFFSET 0) AS failing
     -- Look-ups: beside outdated statistics, a join may read every fingerprint for each failure.
     CROSS JOIN LATERAL (
       SELECT FROM fingerprints
       WHERE organization_id = $1
         AND project_id = $3
         AND id = failing.fingerprint_id
         AND version < $4
       OFFSET 0) AS outdated
     ORDER BY failing.result_id
     LIMIT $5`,
    [scope.organizationId, executionId, projectId, FINGERPRINT_VERSION, limit],
  );
}

/** Gives these failing results of an execution new fingerprints, which are stored already. */
export async function updateFailingResults(
  scope: TransactionScope,
  executionId: string,
  failures: readonly { resultId: string; newId: string; further: string | null }[],
): Promise<void> {
  await scope.query(
    `UPDATE failing_results
     SET fingerprint_id = renewed.fingerprint_id,
         further_fingerprints = renewed.further::uuid[]
     FROM unnest($3::uuid[], $4::uuid[], $5::text[]) AS renewed (result_id, fingerprint_id, further)
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = $2
       AND failing_results.result_id = renewed.result_id`,
    [
      scope.organizationId,
      executionId,
      plainArray(failures.map((one) => one.resultId)),
      plainArray(failures.map((one) => one.newId)),
      sparseArray(failures.map((one) => one.further)),
    ],
  );
}

/** A fingerprint of an older algorithm, and what a failure that had it has now. */
export interface Renamed {
  oldId: string;
  newId: string;
}

/**
 * Keeps which old fingerprint became which new one. A new one was first seen when its oldest alias was, and has the
 * feedback of all its aliases.
 */
export async function keepAliases(
  scope: TransactionScope,
  projectId: string,
  renamed: readonly Renamed[],
): Promise<void> {
  const bind = [
    scope.organizationId,
    projectId,
    plainArray(renamed.map((one) => one.oldId)),
    plainArray(renamed.map((one) => one.newId)),
  ];
  await scope.query(
    `INSERT INTO fingerprint_aliases (
       organization_id, project_id, old_id, new_id, old_version, new_version)
     SELECT $1, $2, renamed.old_id, renamed.new_id, old.version, new.version
     FROM unnest($3::uuid[], $4::uuid[]) AS renamed (old_id, new_id)
     CROSS JOIN LATERAL (
       SELECT version FROM fingerprints
       WHERE organization_id = $1 AND project_id = $2 AND id = renamed.old_id
       OFFSET 0) AS old
     CROSS JOIN LATERAL (
       SELECT version FROM fingerprints
       WHERE organization_id = $1 AND project_id = $2 AND id = renamed.new_id
       OFFSET 0) AS new
     ORDER BY renamed.old_id, renamed.new_id
     ON CONFLICT DO NOTHING`,
    bind,
  );
  await scope.query(
    `UPDATE fingerprints
     SET first_seen_at = earliest.first_seen_at
     FROM (
       SELECT renamed.new_id, min(old.first_seen_at) AS first_seen_at
       FROM unnest($3::uuid[], $4::uuid[]) AS renamed (old_id, new_id)
       CROSS JOIN LATERAL (
         SELECT first_seen_at FROM fingerprints
         WHERE organization_id = $1 AND project_id = $2 AND id = renamed.old_id
         OFFSET 0) AS old
       GROUP BY renamed.new_id) AS earliest
     WHERE fingerprints.organization_id = $1
       AND fingerprints.project_id = $2
       AND fingerprints.id = earliest.new_id
       AND fingerprints.first_seen_at > earliest.first_seen_at`,
    bind,
  );
  await scope.query(
    `INSERT INTO verdict_feedback (
       organization_id, id, project_id, fingerprint_id, fingerprint_version, pattern, test_id, classification,
       actor_kind, actor_id, at, analysis_id, may_quarantine)
     SELECT $1, given.id, $2, new.id, new.version, new.pattern, given.test_id, given.classification,
            given.actor_kind, given.actor_id, given.at, given.analysis_id, given.may_quarantine
     FROM unnest($3::uuid[], $4::uuid[]) AS renamed (old_id, new_id)
     JOIN verdict_feedback AS given ON given.organization_id = $1
                                   AND given.fingerprint_id = renamed.old_id
                                   AND given.project_id = $2
     JOIN fingerprints AS new ON new.organization_id = $1
                             AND new.project_id = $2
                             AND new.id = renamed.new_id
     ON CONFLICT DO NOTHING`,
    bind,
  );
}
