import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../../db/scope.ts';
import type { CarriedCounts } from '../execution-state.ts';
import { PLACES, buildPlacesBind, type EarlierPart } from './part-counts.queries.ts';

/** Replaces the carried parts: carries the parts that passed in the attempt before and have not arrived in this one. */
export async function carryParts(
  scope: TransactionScope,
  executionId: string,
  { previousId, replaced }: { previousId: string; replaced: readonly EarlierPart[] },
): Promise<void> {
  const wanted = await scope.query<{ sourceId: string; uploadId: string }>(
    `WITH ${PLACES}, ranked_parts AS (
       SELECT earlier_parts.source_id, earlier_parts.part_id, counted_places.carriable,
              -- Any part of those that share a place, but the same part each time.
              row_number() OVER (
                PARTITION BY group_id, total, index
                ORDER BY earlier_parts.source_id, earlier_parts.part_id) AS rank
       FROM earlier_parts
       JOIN counted_places USING (group_id, total, index)
       WHERE earlier_parts.passed AND NOT earlier_parts.replaced
     )
     SELECT earlier_rows.source_id AS "sourceId", earlier_rows.upload_id AS "uploadId"
     FROM ranked_parts
     JOIN earlier_rows USING (source_id, part_id)
     WHERE ranked_parts.rank <= ranked_parts.carriable`,
    buildPlacesBind(scope.organizationId, { executionId, previousId, replaced }),
  );
  const bind = [
    scope.organizationId,
    executionId,
    toArrayLiteral(wanted.map(({ sourceId }) => sourceId)),
    toArrayLiteral(wanted.map(({ uploadId }) => uploadId)),
  ];
  await scope.query(
    `DELETE FROM carried_parts
     WHERE organization_id = $1
       AND execution_id = $2
       AND (source_id, upload_id) NOT IN (SELECT * FROM unnest($3::uuid[], $4::bigint[]))`,
    bind,
  );
  await scope.query(
    `INSERT INTO carried_parts (organization_id, execution_id, source_id, upload_id)
     SELECT organizations.organization_id, $2, wanted.*
     FROM organizations
     CROSS JOIN unnest($3::uuid[], $4::bigint[]) AS wanted
     WHERE organizations.organization_id = $1
     ON CONFLICT DO NOTHING`,
    bind,
  );
}

/** Counts the results of the carried parts. Reads a part of the primary key of each execution that received one. */
export async function countCarried(
  scope: TransactionScope,
  executionId: string,
): Promise<CarriedCounts> {
  const [row] = await scope.query<CarriedCounts>(
    `SELECT count(*) FILTER (WHERE results.status = 'passed')::integer AS passed,
            count(*) FILTER (WHERE results.status = 'skipped')::integer AS skipped,
            count(*) FILTER (WHERE results.flaky)::integer AS flaky
     FROM carried_parts
     JOIN executions AS source ON source.organization_id = $1
                              AND source.id = carried_parts.source_id
     JOIN results ON results.organization_id = $1
                 AND results.execution_id = source.id
                 AND results.week = source.week
                 AND results.upload_id = carried_parts.upload_id
     WHERE carried_parts.organization_id = $1 AND carried_parts.execution_id = $2`,
    [scope.organizationId, executionId],
  );
  if (row === undefined) throw new Error('a count without groups has one row');
  return row;
}

export async function carryNothing(scope: TransactionScope, executionId: string): Promise<void> {
  await scope.query('DELETE FROM carried_parts WHERE organization_id = $1 AND execution_id = $2', [
    scope.organizationId,
    executionId,
  ]);
}
