import type { TransactionScope } from '../../../db/scope.ts';

/**
 * Finds the attempt before this one in its CI run; null for a first attempt. Among the executions of the newest earlier
 * attempt that reported anything, takes the one whose key differs only in numbers, such as the attempt's, or else the
 * only execution. An execution of a key that may not claim the default branch is linked only with those of its own
 * branch: who has the key may know the CI run of another branch before that run reports. Reads the index
 * executions_of_ci_run.
 */
export async function findPreviousAttempt(
  scope: TransactionScope,
  executionId: string,
): Promise<string | null> {
  const [row] = await scope.query<{ id: string }>(
    `SELECT earlier.id
     FROM executions
     CROSS JOIN LATERAL (
       SELECT other.id, other.attempt,
              ${withoutNumbers('other.key')} = ${withoutNumbers('executions.key')} AS has_its_key,
              rank() OVER (ORDER BY other.attempt DESC) AS back,
              count(*) OVER (PARTITION BY other.attempt) AS alike
       FROM executions AS other
       WHERE other.organization_id = $1
         AND other.project_id = executions.project_id
         AND other.ci_run = executions.ci_run
         AND other.attempt < executions.attempt
         AND other.number IS NOT NULL
         AND (
           (executions.may_claim_base AND other.may_claim_base)
           OR other.branch IS NOT DISTINCT FROM executions.branch)
     ) AS earlier
     WHERE executions.organization_id = $1
       AND executions.id = $2
       AND earlier.back = 1
       AND (earlier.has_its_key OR earlier.alike = 1)
     ORDER BY earlier.has_its_key DESC, earlier.id DESC
     LIMIT 1`,
    [scope.organizationId, executionId],
  );
  return row?.id ?? null;
}

function withoutNumbers(column: string): string {
  return `regexp_replace(${column}, '\\d+', '', 'g')`;
}

/**
 * Schedules a review of later attempts of the CI run, because this one received another part. Uploads may hold the
 * rows of later attempts for a moment. Locks go only from earlier to later attempts, so two uploads cannot deadlock
 * here.
 */
export async function reviewLaterAttempts(
  scope: TransactionScope,
  executionId: string,
  at: Date,
): Promise<void> {
  await scope.prepared(
    `UPDATE executions
     SET carry_at = $3
     FROM executions AS earlier
     WHERE earlier.organization_id = $1
       AND earlier.id = $2
       AND executions.organization_id = $1
       AND executions.project_id = earlier.project_id
       AND executions.ci_run = earlier.ci_run
       AND executions.attempt > earlier.attempt`,
    [scope.organizationId, executionId, at],
  );
}
