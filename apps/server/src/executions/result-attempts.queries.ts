import type { ResultStatus } from '@svc/contract/executions/ingest';
import { joinText } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import {
  toBoundedRows,
  bytesOf,
  FIRST_ID,
  buildBoundedSql,
  type Bound,
  type BoundedRows,
} from '../history/bounded-rows.queries.ts';
import type { ExecutionPlace } from './results.queries.ts';

export interface StoredAttempt {
  resultId: string;
  index: number;
  status: ResultStatus;
  durationMs: number;
  startedAt: Date | null;
  /** JSON. */
  errors: string | null;
  /** JSON. */
  steps: string | null;
  stdout: string | null;
  stderr: string | null;
  bytes: number;
}

/**
 * The attempts of these results with their texts, by result and index, after this position. Bounded by bytes, because a
 * text that is stored once may be returned with each attempt.
 */
export async function listAttempts(
  scope: Scope,
  place: ExecutionPlace,
  {
    resultIds,
    after,
    ...bound
  }: {
    resultIds: readonly string[];
    after: Pick<StoredAttempt, 'resultId' | 'index'> | null;
  } & Bound,
): Promise<BoundedRows<StoredAttempt>> {
  const rows = await scope.query<StoredAttempt>(
    buildBoundedSql(ATTEMPTS, { order: '"resultId", index', maxBytes: '$8' }),
    [
      scope.organizationId,
      place.executionId,
      place.week,
      toArrayLiteral(resultIds),
      after?.resultId ?? FIRST_ID,
      after?.index ?? 0,
      bound.limit,
      bound.maxBytes,
    ],
  );
  return toBoundedRows(rows, bound);
}

const ATTEMPTS = `
  SELECT attempts.result_id AS "resultId",
         attempts.index,
         attempts.status,
         attempts.duration_ms AS "durationMs",
         attempts.started_at AS "startedAt",
         errors.body AS errors,
         steps.body AS steps,
         stdout.body AS stdout,
         stderr.body AS stderr,
         ${bytesOf('errors.body', 'steps.body', 'stdout.body', 'stderr.body')}
  FROM (
    SELECT *
    FROM attempts
    WHERE organization_id = $1
      AND execution_id = $2
      AND week = $3
      AND result_id = ANY ($4::uuid[])
      AND (result_id, index) > ($5, $6)
    ORDER BY result_id, index
    LIMIT $7
  ) AS attempts
  ${joinText('attempts.errors_id', 'errors', '$3')}
  ${joinText('attempts.steps_id', 'steps', '$3')}
  ${joinText('attempts.stdout_id', 'stdout', '$3')}
  ${joinText('attempts.stderr_id', 'stderr', '$3')}`;
