import { plainArray, plainElements } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** A job or shard of one attempt. */
export interface AttemptPlace {
  executionId: string;
  week: string;
  /** How many attempts before the newest one. */
  back: number;
  /** Equal for the same job or shard of all attempts. */
  key: string;
  groupId: string;
  shardIds: string[];
  passed: boolean;
}

// Who runs a job again more often has another problem.
const MOST_ATTEMPTS = 20;

/** The jobs and shards of an execution and of the attempts before it. */
export async function attemptPlaces(scope: Scope, executionId: string): Promise<AttemptPlace[]> {
  const rows = await scope.query<Omit<AttemptPlace, 'shardIds'> & { shardIds: string }>(
    `WITH RECURSIVE attempts AS (
       SELECT id, week, previous_attempt_id, 0 AS back
       FROM executions
       WHERE organization_id = $1 AND id = $2
       UNION ALL
       SELECT executions.id, executions.week, executions.previous_attempt_id, attempts.back + 1
       FROM attempts
       JOIN executions ON executions.organization_id = $1
                      AND executions.id = attempts.previous_attempt_id
       WHERE attempts.back < ${MOST_ATTEMPTS}
     )
     SELECT attempts.id AS "executionId",
            attempts.week::text AS week,
            attempts.back,
            concat_ws(' ', parts.group_id, parts.shard_total, parts.shard_index) AS key,
            parts.group_id::text AS "groupId",
            array_agg(parts.shard_id)::text AS "shardIds",
            bool_and(parts.passed) AS passed
     FROM attempts
     JOIN execution_shards AS parts ON parts.organization_id = $1
                                   AND parts.execution_id = attempts.id
     GROUP BY attempts.id, attempts.week, attempts.back, parts.group_id, parts.shard_total, parts.shard_index`,
    [scope.organizationId, executionId],
  );
  return rows.map((row) => ({ ...row, shardIds: plainElements(row.shardIds) }));
}

type Attempt = Pick<AttemptPlace, 'executionId' | 'week'>;

/** The requests of these attempts with a result that was not skipped. Reads the results of each attempt once. */
export async function shardsThatRan(
  scope: Scope,
  attempts: readonly Attempt[],
): Promise<Set<string>> {
  const rows = await scope.query<{ executionId: string; shardId: string }>(
    `SELECT attempt.id AS "executionId", ran.shard_id::text AS "shardId"
     FROM unnest($2::uuid[], $3::date[]) AS attempt (id, week)
     CROSS JOIN LATERAL (
       SELECT DISTINCT shard_id
       FROM results
       WHERE organization_id = $1
         AND execution_id = attempt.id
         AND week = attempt.week
         AND status <> 'skipped'
       OFFSET 0
     ) AS ran`,
    bindOf(scope, attempts),
  );
  return new Set(rows.map(({ executionId, shardId }) => ranKey(executionId, shardId)));
}

export function ranKey(executionId: string, shardId: string): string {
  return `${executionId} ${shardId}`;
}

/** Whether each test that failed in these requests ran in one of these attempts. */
export async function ranAgain(
  scope: Scope,
  { executionId, shardIds }: Pick<AttemptPlace, 'executionId' | 'shardIds'>,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const [row] = await scope.query<{ ran: boolean }>(
    `SELECT NOT EXISTS (
       SELECT
       FROM failing_results AS failure
       WHERE failure.organization_id = $1
         AND failure.execution_id = $4
         AND failure.shard_id = ANY ($5::bigint[])
         AND failure.status IN ('failed', 'timedOut')
         AND NOT EXISTS (
           SELECT
           FROM unnest($2::uuid[], $3::date[]) AS attempt (id, week)
           CROSS JOIN LATERAL (
             SELECT
             FROM results
             WHERE organization_id = $1
               AND test_id = failure.test_id
               AND execution_id = attempt.id
               AND week = attempt.week
               AND status <> 'skipped'
             LIMIT 1
           ) AS ran
           OFFSET 0)) AS ran`,
    [...bindOf(scope, attempts), executionId, plainArray(shardIds)],
  );
  return row?.ran === true;
}

function bindOf(scope: Scope, attempts: readonly Attempt[]): unknown[] {
  return [
    scope.organizationId,
    plainArray(attempts.map(({ executionId }) => executionId)),
    plainArray(attempts.map(({ week }) => week)),
  ];
}
