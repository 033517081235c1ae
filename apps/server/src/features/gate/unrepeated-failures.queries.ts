import type { Scope } from '../../db/scope.ts';
import { MERGED_GROUP_ID } from '../../execution-life-cycle/parts/part-identity.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';

// Who runs a job again more often has another problem.
const MOST_ATTEMPTS = 20;

const OF_FAILED_PLACE = (place: string): string =>
  `${place}.group_id = failed.group_id
          AND ${place}.total = failed.total
          AND ${place}.index = failed.index`;

/**
 * Whether a job or shard that failed in an earlier attempt ran no test since, although the execution is a re-run of it.
 * An attempt in which it ran no test settles nothing, however many there are. Which job that is, its place says: the
 * group, and the shard. A job whose environment changed has another group, so a new place that ran a test stands for
 * it. A merged report stands for a place if the tests that failed ran, because the results of the parts that it merges
 * may be stored with it. A job or shard that is missing altogether is none of this: the counts of parts say so.
 */
export async function lacksRepeat(
  scope: Scope,
  { id, previousAttemptId }: Pick<ExecutionRow, 'id' | 'previousAttemptId'>,
): Promise<boolean> {
  if (previousAttemptId === null) return false;
  const [row] = await scope.query<{ lacks: boolean }>(
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
     ), places AS (
       SELECT attempts.id AS execution_id,
              attempts.back,
              parts.group_id,
              coalesce(parts.shard_total, 0) AS total,
              coalesce(parts.shard_index, 0) AS index,
              array_agg(parts.shard_id) AS shard_ids,
              bool_and(parts.passed) AS passed,
              bool_or(EXISTS (
                SELECT
                FROM results
                WHERE results.organization_id = $1
                  AND results.execution_id = attempts.id
                  AND results.week = attempts.week
                  AND results.shard_id = parts.shard_id
                  AND results.status <> 'skipped')) AS ran
       FROM attempts
       JOIN execution_shards AS parts ON parts.organization_id = $1
                                     AND parts.execution_id = attempts.id
       GROUP BY attempts.id, attempts.back, parts.group_id, coalesce(parts.shard_total, 0), coalesce(parts.shard_index, 0)
     ), own AS (
       SELECT *,
              group_id <> $3 AND NOT EXISTS (
                SELECT
                FROM places AS failed
                WHERE failed.back > 0 AND ${OF_FAILED_PLACE('places')}) AS is_new
       FROM places
       WHERE back = 0
     ), unrepeated AS (
       SELECT failed.*,
              EXISTS (
                SELECT
                FROM places AS since
                WHERE since.back < failed.back AND ${OF_FAILED_PLACE('since')}) AS was_empty
       FROM places AS failed
       WHERE failed.back > 0
         AND failed.group_id <> $3
         AND NOT failed.passed
         AND NOT EXISTS (
           SELECT
           FROM places AS since
           WHERE since.back < failed.back AND since.ran AND ${OF_FAILED_PLACE('since')})
         AND NOT (
           EXISTS (SELECT FROM own WHERE group_id = $3 AND ran)
           AND NOT EXISTS (
             SELECT
             FROM failing_results AS failure
             WHERE failure.organization_id = $1
               AND failure.execution_id = failed.execution_id
               AND failure.status IN ('failed', 'timedOut')
               AND failure.shard_id IN (
                 SELECT unnest(shard_ids)
                 FROM places
                 WHERE execution_id = failed.execution_id
                   AND (group_id = $3 OR ${OF_FAILED_PLACE('places')}))
               AND NOT EXISTS (
                 SELECT
                 FROM results
                 WHERE results.organization_id = $1
                   AND results.execution_id = $2
                   AND results.week = (SELECT week FROM attempts WHERE back = 0)
                   AND results.test_id = failure.test_id
                   AND results.status <> 'skipped')))
     )
     SELECT coalesce(bool_or(was_empty), false)
         OR (count(*) > 0 AND NOT EXISTS (SELECT FROM own WHERE ran))
         OR (count(*) > (SELECT count(*) FROM own WHERE is_new AND ran)
           AND EXISTS (SELECT FROM own WHERE is_new AND NOT ran)) AS lacks
     FROM unrepeated`,
    [scope.organizationId, id, MERGED_GROUP_ID],
  );
  return row?.lacks === true;
}
