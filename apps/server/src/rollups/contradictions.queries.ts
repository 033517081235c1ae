import { plainArray } from '../db/plain-array.ts';
import type { Scope } from '../db/scope.ts';

/**
 * Judges anew whether failures in executions that have code in common with these contradict a pass in
 * another of them; answers where a failure was judged otherwise. Each part of an execution is held
 * against parts with its own code, environment and all, since a matrix has legs of several. Among
 * them a test passed in an execution only where nothing else happened to it.
 * @see definitions: flakiness, evidence 2
 */
export async function judgeContradictions(
  scope: Scope,
  executionIds: readonly string[],
): Promise<{ testId: string; executionId: string }[]> {
  return scope.database.query<{ testId: string; executionId: string }>(
    `WITH codes AS MATERIALIZED (
       SELECT DISTINCT execution_shards.same_code
       FROM unnest($2::uuid[]) AS changed (execution_id)
       JOIN execution_shards ON execution_shards.organization_id = $1
                            AND execution_shards.execution_id = changed.execution_id
       WHERE execution_shards.same_code IS NOT NULL
         -- Most commits run once, and one execution contradicts nothing.
         AND EXISTS (
           SELECT FROM execution_shards AS other
           WHERE other.organization_id = $1
             AND other.same_code = execution_shards.same_code
             AND other.execution_id <> execution_shards.execution_id)
     ), ran AS MATERIALIZED (
       SELECT codes.same_code,
              executions.id AS execution_id,
              executions.week,
              executions.results_expired_at,
              array_agg(execution_shards.shard_id) AS shard_ids
       FROM codes
       JOIN execution_shards ON execution_shards.organization_id = $1
                            AND execution_shards.same_code = codes.same_code
       JOIN executions ON executions.organization_id = $1
                      AND executions.id = execution_shards.execution_id
       GROUP BY codes.same_code, executions.organization_id, executions.id
     ), failures AS MATERIALIZED (
       SELECT ran.same_code, failed.*
       FROM ran
       -- Lateral, here and below: a look at the index for each, however many rows a planner without
       -- statistics expects.
       CROSS JOIN LATERAL (
         SELECT execution_id, result_id, test_id, contradicted
         FROM failing_results
         WHERE organization_id = $1
           AND execution_id = ran.execution_id
           AND shard_id = ANY (ran.shard_ids)
           AND status IN ('failed', 'timedOut')
         OFFSET 0
       ) AS failed
     ), passed AS (
       SELECT DISTINCT failed.same_code, failed.test_id
       FROM (SELECT DISTINCT same_code, test_id FROM failures) AS failed
       JOIN ran ON ran.same_code = failed.same_code
       CROSS JOIN LATERAL (
         SELECT bool_or(status = 'passed')
                  AND NOT bool_or(status IN ('failed', 'timedOut', 'interrupted')) AS has_passed
         FROM results
         WHERE organization_id = $1
           AND test_id = failed.test_id
           AND execution_id = ran.execution_id
           AND week = ran.week
           AND shard_id = ANY (ran.shard_ids)
       ) AS run
       WHERE run.has_passed
     ), expired AS (
       SELECT DISTINCT same_code FROM ran WHERE results_expired_at IS NOT NULL
     ), judged AS (
       SELECT failures.execution_id,
              failures.result_id,
              passed.test_id IS NOT NULL
                -- What passed may be among what retention took: then the judgement of before stands.
                OR failures.contradicted AND expired.same_code IS NOT NULL AS is_contradicted
       FROM failures
       LEFT JOIN passed ON passed.same_code = failures.same_code
                       AND passed.test_id = failures.test_id
       LEFT JOIN expired ON expired.same_code = failures.same_code
     )
     UPDATE failing_results
     SET contradicted = judged.is_contradicted
     FROM judged
     WHERE failing_results.organization_id = $1
       AND failing_results.execution_id = judged.execution_id
       AND failing_results.result_id = judged.result_id
       AND failing_results.contradicted <> judged.is_contradicted
     RETURNING replace(failing_results.test_id::text, '-', '') AS "testId",
               failing_results.execution_id AS "executionId"`,
    [scope.organizationId, plainArray(executionIds)],
    scope.transaction,
  );
}
