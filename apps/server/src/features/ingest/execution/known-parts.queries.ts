/** The parts of an execution that an upload may repeat. */
export interface Repeats {
  executionId: string;
  week: string;
  shardIds: readonly string[];
}

/**
 * Identifies a result across repeated uploads: its test and its start time. A second run of a test in the same job
 * has another start time, so it is another result.
 */
export function resultIdentity({
  testId,
  startedAt,
}: {
  testId: string;
  startedAt: string | null;
}): string {
  return `${testId}@${startedAt === null ? '' : Date.parse(startedAt)}`;
}

/** The same as an SQL expression over a row of results. */
export const RESULT_IDENTITY = `replace(test_id::text, '-', '') || '@' ||
  coalesce(round(extract(epoch FROM started_at) * 1000)::bigint::text, '')`;

/** The number of stored results per identity. */
export async function countKnownResults(
  scope: TransactionScope,
  { executionId, week, shardIds }: Repeats,
): Promise<Map<string, number>> {
  const rows = await scope.query<{ identity: string; results: number }>(
    `SELECT ${RESULT_IDENTITY} AS identity, count(*)::integer AS results
     FROM results
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND shard_id = ANY ($4::bigint[])
     GROUP BY test_id, started_at`,
    [scope.organizationId, executionId, week, shardIds],
  );
  return new Map(rows.map((row) => [row.identity, row.results]));
}

/** Distinguishes the files of one part. No stored text contains NUL. */
export function fileIdentity({ file, variant }: { file: string; variant: string | null }): string {
  return `${variant ?? ''}\0${file}`;
}

/** The number of stored files per identity. */
export async function countKnownFiles(
  scope: TransactionScope,
  { executionId, week, shardIds }: Repeats,
): Promise<Map<string, number>> {
  const rows = await scope.query<{ file: string; variant: string | null; files: number }>(
    `SELECT file, variant, count(*)::integer AS files
     FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND shard_id = ANY ($4::bigint[])
     GROUP BY file, variant`,
    [scope.organizationId, executionId, week, shardIds],
  );
  return new Map(rows.map((row) => [fileIdentity(row), row.files]));
}
import type { TransactionScope } from '../../../db/scope.ts';
