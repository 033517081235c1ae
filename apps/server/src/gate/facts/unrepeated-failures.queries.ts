import type { PartPlace } from '@svc/analysis/gate/judge-gate';
import { toArrayLiteral, parseArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** A part of one attempt. */
export interface AttemptPlace extends PartPlace {
  executionId: string;
  week: string;
  /** How many attempts before the newest one. */
  back: number;
  /** Equal for the same job or shard of all attempts. */
  key: string;
  groupId: string;
  uploadIds: string[];
  passed: boolean;
}

/** The shard of a PartPlace, of `execution_uploads` as `part`. */
export const SHARD_COLUMN = `CASE WHEN part.shard_index IS NOT NULL
              THEN jsonb_build_object('index', part.shard_index, 'total', part.shard_total) END AS shard`;

// More attempts of a job are not searched: they have a problem of another kind.
const MOST_ATTEMPTS = 20;

/** The jobs and shards of an execution and of the attempts before it. */
export async function listAttemptPlaces(
  scope: Scope,
  executionId: string,
): Promise<AttemptPlace[]> {
  const rows = await scope.query<Omit<AttemptPlace, 'uploadIds'> & { uploadIds: string }>(
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
            concat_ws(' ', part.group_id, part.shard_total, part.shard_index) AS key,
            part.group_id::text AS "groupId",
            coalesce(min(part.job) FILTER (WHERE NOT part.passed), min(part.job)) AS job,
            min(part.leg) AS leg,
            ${SHARD_COLUMN},
            array_agg(part.upload_id)::text AS "uploadIds",
            bool_and(part.passed) AS passed
     FROM attempts
     JOIN execution_uploads AS part ON part.organization_id = $1
                                   AND part.execution_id = attempts.id
     GROUP BY attempts.id, attempts.week, attempts.back, part.group_id, part.shard_total, part.shard_index
     ORDER BY job, leg, shard`,
    [scope.organizationId, executionId],
  );
  return rows.map((row) => ({ ...row, uploadIds: parseArrayLiteral(row.uploadIds) }));
}

type Attempt = Pick<AttemptPlace, 'executionId' | 'week'>;

/** The uploads of these attempts with a result that was not skipped. Reads the results of each attempt once. */
export async function listUploadsThatRan(
  scope: Scope,
  attempts: readonly Attempt[],
): Promise<Set<string>> {
  const rows = await scope.query<{ executionId: string; uploadId: string }>(
    `SELECT attempt.id AS "executionId", ran.upload_id::text AS "uploadId"
     FROM unnest($2::uuid[], $3::date[]) AS attempt (id, week)
     CROSS JOIN LATERAL (
       SELECT DISTINCT upload_id
       FROM results
       WHERE organization_id = $1
         AND execution_id = attempt.id
         AND week = attempt.week
         AND status <> 'skipped'
       OFFSET 0
     ) AS ran`,
    bindAttempts(scope, attempts),
  );
  return new Set(rows.map(({ executionId, uploadId }) => buildRanKey(executionId, uploadId)));
}

export function buildRanKey(executionId: string, uploadId: string): string {
  return `${executionId} ${uploadId}`;
}

/**
 * Returns those of these places with a test that failed there and ran in none of these attempts after them. Looks each
 * failed test up once in each attempt.
 */
export async function listPlacesWithLostTests<Place extends AskedPlace>(
  scope: Scope,
  places: readonly Place[],
  attempts: readonly AttemptPlace[],
): Promise<Place[]> {
  if (places.length === 0) return [];
  const uploads = places.flatMap((place, index) =>
    place.uploadIds.map((uploadId) => ({ ...place, index, uploadId })),
  );
  const rows = await scope.query<{ index: number }>(
    `SELECT DISTINCT upload.index
     FROM unnest($5::integer[], $6::integer[], $7::uuid[], $8::bigint[])
       AS upload (index, back, execution_id, upload_id)
     CROSS JOIN LATERAL (
       SELECT test_id
       FROM failing_results
       WHERE organization_id = $1
         AND execution_id = upload.execution_id
         AND upload_id = upload.upload_id
         AND status IN ('failed', 'timedOut')
       OFFSET 0
     ) AS failure
     WHERE NOT EXISTS (
       SELECT 1
       FROM unnest($2::uuid[], $3::date[], $4::integer[]) AS attempt (id, week, back)
       CROSS JOIN LATERAL (
         SELECT 1
         FROM results
         WHERE organization_id = $1
           AND test_id = failure.test_id
           AND execution_id = attempt.id
           AND week = attempt.week
           AND status <> 'skipped'
         LIMIT 1
       ) AS ran
       WHERE attempt.back < upload.back
       OFFSET 0)`,
    [
      ...bindAttempts(scope, attempts),
      toArrayLiteral(attempts.map(({ back }) => back)),
      toArrayLiteral(uploads.map(({ index }) => index)),
      toArrayLiteral(uploads.map(({ back }) => back)),
      toArrayLiteral(uploads.map(({ executionId }) => executionId)),
      toArrayLiteral(uploads.map(({ uploadId }) => uploadId)),
    ],
  );
  const lost = new Set(rows.map(({ index }) => index));
  return places.filter((_, index) => lost.has(index));
}

type AskedPlace = Pick<AttemptPlace, 'executionId' | 'back' | 'uploadIds'>;

function bindAttempts(scope: Scope, attempts: readonly Attempt[]): unknown[] {
  return [
    scope.organizationId,
    toArrayLiteral(attempts.map(({ executionId }) => executionId)),
    toArrayLiteral(attempts.map(({ week }) => week)),
  ];
}
