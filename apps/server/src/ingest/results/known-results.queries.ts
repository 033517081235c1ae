import { toFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import type { TransactionScope } from '../../db/scope.ts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ResultRow } from './result-rows.ts';

/** The uploads of an execution whose results another upload may repeat. */
export interface Repeats {
  executionId: string;
  week: string;
  uploadIds: readonly string[];
}

/**
 * Identifies a result across repeated uploads: its test, its start time and its outcome. A second run of a test in the
 * same job has another start time, so it is another result. Many reports have no times: there, a failure must not pass
 * for a repeated pass, nor for a failure with another error.
 */
export function buildResultIdentity({
  testId,
  startedAt,
  status,
  failing,
}: Pick<ResultRow, 'testId' | 'startedAt' | 'status' | 'failing'>): string {
  const isFailed = failing !== null && isFailure(status);
  const outcome = isFailed ? toFingerprintId(failing.fingerprint.fingerprint) : status;
  return `${testId}@${startedAt === null ? '' : Date.parse(startedAt)} ${outcome}`;
}

/** The identity as an SQL expression over a row of results of the execution $2. */
export const RESULT_IDENTITY = `replace(results.test_id::text, '-', '') || '@' ||
  coalesce(round(extract(epoch FROM results.started_at) * 1000)::bigint::text, '') || ' ' ||
  CASE
    WHEN results.status IN ('failed', 'timedOut') THEN (
      SELECT replace(failing_results.fingerprint_id::text, '-', '')
      FROM failing_results
      WHERE failing_results.organization_id = $1
        AND failing_results.execution_id = $2
        AND failing_results.result_id = results.id)
    ELSE results.status::text
  END`;

/** The number of stored results per identity. */
export async function countKnownResults(
  scope: TransactionScope,
  { executionId, week, uploadIds }: Repeats,
): Promise<Map<string, number>> {
  const rows = await scope.query<{ identity: string; results: number }>(
    `SELECT ${RESULT_IDENTITY} AS identity, count(*)::integer AS results
     FROM results
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND upload_id = ANY ($4::bigint[])
     GROUP BY identity`,
    [scope.organizationId, executionId, week, uploadIds],
  );
  return new Map(rows.map((row) => [row.identity, row.results]));
}

/** Distinguishes the files of one part. No stored text contains NUL. */
export function buildFileIdentity({
  file,
  variant,
}: {
  file: string;
  variant: string | null;
}): string {
  return `${variant ?? ''}\0${file}`;
}

/** The number of stored files per identity. */
export async function countKnownFiles(
  scope: TransactionScope,
  { executionId, week, uploadIds }: Repeats,
): Promise<Map<string, number>> {
  const rows = await scope.query<{ file: string; variant: string | null; files: number }>(
    `SELECT file, variant, count(*)::integer AS files
     FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND upload_id = ANY ($4::bigint[])
     GROUP BY file, variant`,
    [scope.organizationId, executionId, week, uploadIds],
  );
  return new Map(rows.map((row) => [buildFileIdentity(row), row.files]));
}
