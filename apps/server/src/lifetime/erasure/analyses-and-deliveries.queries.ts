import type { TransactionScope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

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

// Each has up to 64 KB.
const DELIVERIES_AT_ONCE = 5_000;

/** Deletes up to 5,000 deliveries of events about these executions. Returns whether any remains. */
export async function deleteSomeExecutionDeliveries(
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
