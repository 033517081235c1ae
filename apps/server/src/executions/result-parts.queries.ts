import type { Result } from '@svc/contract/executions/executions';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { ExecutionPlace } from './results.queries.ts';

export type Part = NonNullable<Result['part']>;

/** Lists the parts of these uploads that have a shard number or a leg, by the `uploadId` of their results. */
export async function listParts(
  scope: Scope,
  { executionId }: ExecutionPlace,
  uploadIds: readonly string[],
): Promise<Map<string, Part>> {
  const rows = await scope.query<{
    uploadId: string;
    index: number | null;
    total: number | null;
    leg: string | null;
  }>(
    `SELECT upload_id AS "uploadId", shard_index AS index, shard_total AS total, leg
     FROM execution_uploads
     WHERE organization_id = $1
       AND execution_id = $2
       AND upload_id = ANY ($3::bigint[])
       AND (shard_index IS NOT NULL OR leg IS NOT NULL)`,
    [scope.organizationId, executionId, toArrayLiteral(uploadIds)],
  );
  return new Map(
    rows.map(({ uploadId, index, total, leg }) => [
      uploadId,
      { shard: index === null || total === null ? null : { index, total }, leg },
    ]),
  );
}
