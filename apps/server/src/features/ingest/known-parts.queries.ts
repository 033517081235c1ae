import type { Scope } from '../../db/scope.ts';

/** The parts of an execution that an upload may bring again; all of them with `shardIds: null`. */
export interface Repeats {
  executionId: string;
  week: string;
  shardIds: readonly string[] | null;
}

/**
 * What makes a result the same result when it is sent again: its test and the moment it began. A
 * second run of a test in the same job began at another moment, and is another result.
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

/** The same of a row of results, as an expression. */
export const RESULT_IDENTITY = `replace(test_id::text, '-', '') || '@' ||
  coalesce(round(extract(epoch FROM started_at) * 1000)::bigint::text, '')`;

/** How often each result is there already, by its identity. */
export async function countKnownResults(
  { database, transaction, organizationId }: Scope,
  { executionId, week, shardIds }: Repeats,
): Promise<Map<string, number>> {
  const rows = await database.query<{ identity: string; results: number }>(
    `SELECT ${RESULT_IDENTITY} AS identity, count(*)::integer AS results
     FROM results
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND ($4::bigint[] IS NULL OR shard_id = ANY ($4))
     GROUP BY test_id, started_at`,
    [organizationId, executionId, week, shardIds],
    transaction,
  );
  return new Map(rows.map((row) => [row.identity, row.results]));
}

/** What tells the files of one part apart. NUL is in no stored text. */
export function fileIdentity({ file, variant }: { file: string; variant: string | null }): string {
  return `${variant ?? ''}\0${file}`;
}

/** How often each file is there already, by its identity. */
export async function countKnownFiles(
  { database, transaction, organizationId }: Scope,
  { executionId, week, shardIds }: Repeats,
): Promise<Map<string, number>> {
  const rows = await database.query<{ file: string; variant: string | null; files: number }>(
    `SELECT file, variant, count(*)::integer AS files
     FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND ($4::bigint[] IS NULL OR shard_id = ANY ($4))
     GROUP BY file, variant`,
    [organizationId, executionId, week, shardIds],
    transaction,
  );
  return new Map(rows.map((row) => [fileIdentity(row), row.files]));
}
