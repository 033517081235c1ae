import type pg from 'pg';

/**
 * Links the second attempts of CI runs to the first ones, as uploads do. If the server did it, it would settle these
 * executions and report them. A history has whole re-runs only, so no attempt carries parts.
 */
export async function linkAttempts(
  client: pg.Client,
  { organizationId, projectIds }: { organizationId: string; projectIds: readonly string[] },
): Promise<void> {
  await client.query(
    `UPDATE executions
     SET previous_attempt_id = earlier.id
     FROM executions AS earlier
     WHERE executions.organization_id = $1
       AND executions.project_id = ANY ($2::uuid[])
       AND executions.attempt > 1
       AND executions.previous_attempt_id IS NULL
       AND earlier.organization_id = $1
       AND earlier.project_id = executions.project_id
       AND earlier.ci_run = executions.ci_run
       AND earlier.attempt = executions.attempt - 1`,
    [organizationId, projectIds],
  );
}
