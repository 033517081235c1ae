import { IS_OF_DEFAULT_BRANCH, LEAST_COMMITS } from '../../db/conditions/execution-conditions.ts';
import { isFlakyOnBase } from '../../db/conditions/flaky-on-base.ts';
import { toFingerprintId, fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { isExecutionWithId } from '../../db/conditions/look-ups.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/**
 * The fingerprints with which a test was flaky on two commits or more of the project's default branch since `from`, the
 * most frequent first, ties by the newest.
 */
export async function listFingerprintsOfFlakyRuns(
  scope: Scope,
  { testId, from, limit }: { testId: string; from: Date; limit: number },
): Promise<string[]> {
  const rows = await scope.query<{ fingerprint: string }>(
    `SELECT ${fingerprintText('fingerprints.id')} AS fingerprint
     FROM failing_results
     JOIN executions ON ${isExecutionWithId('failing_results.execution_id')}
     JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id
     CROSS JOIN unnest(failing_results.fingerprint_id || failing_results.further_fingerprints) AS failure (id)
     JOIN fingerprints ON fingerprints.organization_id = $1
                      AND fingerprints.project_id = executions.project_id
                      AND fingerprints.id = failure.id
     WHERE failing_results.organization_id = $1
       AND failing_results.test_id = $2::uuid
       AND executions.started_at >= $3
       AND executions.number IS NOT NULL
       AND ${IS_OF_DEFAULT_BRANCH}
       AND ${isFlakyOnBase('failing_results')}
     GROUP BY fingerprints.id
     HAVING count(DISTINCT coalesce(executions.commit, executions.id::text)) >= ${LEAST_COMMITS}
     ORDER BY count(DISTINCT executions.id) DESC, max(executions.started_at) DESC, fingerprints.id
     LIMIT $4`,
    [scope.organizationId, testId, from, limit],
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Those of these fingerprints that no failure of the project has or had. */
export async function listUnknownFingerprints(
  scope: Scope,
  { projectId, fingerprints }: { projectId: string; fingerprints: readonly string[] },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `SELECT replace(id::text, '-', '') AS id
     FROM fingerprints
     WHERE organization_id = $1 AND project_id = $2 AND id = ANY ($3::uuid[])`,
    [
      scope.organizationId,
      projectId,
      toArrayLiteral(fingerprints.map((fingerprint) => toFingerprintId(fingerprint))),
    ],
  );
  const known = new Set(rows.map(({ id }) => id));
  return fingerprints.filter((fingerprint) => !known.has(toFingerprintId(fingerprint)));
}
