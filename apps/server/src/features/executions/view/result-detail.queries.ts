import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Scope } from '../../../db/scope.ts';
import type { StoredArtifact } from '../artifacts.queries.ts';
import type { ExecutionPlace, StoredResult } from '../results.queries.ts';

/** One result of the execution, or null. Reads the primary key. */
export async function findResult(
  scope: Scope,
  place: ExecutionPlace,
  resultId: string,
): Promise<StoredResult | null> {
  const rows = await scope.query<StoredResult>(
    `SELECT results.id,
            replace(results.test_id::text, '-', '') AS "testId",
            tests.title_path AS "titlePath",
            tests.file,
            tests.variant,
            results.line,
            results."column",
            results.status,
            results.flaky,
            results.expected_failure AS "expectedFailure",
            results.retries,
            results.duration_ms AS "durationMs",
            results.started_at AS "startedAt",
            results.tags,
            results.annotations,
            results.owner,
            results.shard_id AS "shardId",
            0 AS bytes
     FROM results
     JOIN tests ON tests.organization_id = results.organization_id AND tests.id = results.test_id
     WHERE results.organization_id = $1
       AND results.execution_id = $2
       AND results.week = $3
       AND results.id = $4`,
    [scope.organizationId, place.executionId, place.week, resultId],
  );
  return rows[0] ?? null;
}

/** An attempt without its texts. `errorsId` is equal for attempts with equal errors. */
export interface AttemptHead {
  index: number;
  status: ResultStatus;
  durationMs: number;
  startedAt: Date | null;
  errorsId: string | null;
}

/** All attempts of a result, at most 1,000. Reads the primary key in order. */
export async function listAttemptHeads(
  scope: Scope,
  place: ExecutionPlace,
  resultId: string,
): Promise<AttemptHead[]> {
  return scope.query<AttemptHead>(
    `SELECT index,
            status,
            duration_ms AS "durationMs",
            started_at AS "startedAt",
            errors_id AS "errorsId"
     FROM attempts
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND result_id = $4
     ORDER BY index
     LIMIT 1000`,
    [scope.organizationId, place.executionId, place.week, resultId],
  );
}

/** The artifacts of one result, at most 1,000. Reads those of the whole execution. */
export async function listArtifactsOfResult(
  scope: Scope,
  place: ExecutionPlace,
  resultId: string,
): Promise<StoredArtifact[]> {
  return scope.query<StoredArtifact>(
    `SELECT artifacts.id,
            artifacts.result_id AS "resultId",
            artifacts.attempt,
            artifacts.name,
            artifacts.kind,
            artifacts.content_type AS "contentType",
            artifacts.size_bytes AS "sizeBytes",
            artifacts.sha256,
            artifacts.state,
            artifacts.created_at AS "createdAt",
            coalesce(
              artifacts.expires_at,
              artifacts.created_at + make_interval(days => retention.artifacts_days)
            ) AS "expiresAt",
            0 AS bytes
     FROM artifacts
     LEFT JOIN retention ON retention.organization_id = artifacts.organization_id
     WHERE artifacts.organization_id = $1
       AND artifacts.execution_id = $2
       AND artifacts.result_id = $3
     ORDER BY artifacts.id
     LIMIT 1000`,
    [scope.organizationId, place.executionId, resultId],
  );
}
