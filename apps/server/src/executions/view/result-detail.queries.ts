import type { ResultStatus } from '@svc/contract/executions/ingest';
import type { Scope } from '../../db/scope.ts';
import { ARTIFACT_COLUMNS, type StoredArtifact } from '../artifacts.queries.ts';
import { RESULT_COLUMNS, type ExecutionPlace, type StoredResult } from '../results.queries.ts';

/** One result of the execution, or null. Reads the primary key. */
export async function findResult(
  scope: Scope,
  place: ExecutionPlace,
  resultId: string,
): Promise<StoredResult | null> {
  const rows = await scope.query<StoredResult>(
    `SELECT ${RESULT_COLUMNS},
            0 AS bytes
     FROM results
     JOIN tests ON tests.organization_id = $1 AND tests.id = results.test_id
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
    `SELECT ${ARTIFACT_COLUMNS},
            0 AS bytes
     FROM artifacts
     LEFT JOIN retention ON retention.organization_id = $1
     WHERE artifacts.organization_id = $1
       AND artifacts.execution_id = $2
       AND artifacts.result_id = $3
     ORDER BY artifacts.id
     LIMIT 1000`,
    [scope.organizationId, place.executionId, resultId],
  );
}
