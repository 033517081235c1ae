import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../../db/scope.ts';
import { MERGED_GROUP_ID } from './part-identity.ts';

/**
 * Counts of an execution's parts compared with the attempt before. A shard is a part with a shard number; a job is a
 * part without one.
 */
export interface PartCounts {
  /** Includes open parts. */
  received: number;
  /** Parts that reported that their tests still run. */
  open: number;
  /** Shards that have neither arrived nor passed in the attempt before. */
  missingShards: number;
  /** Jobs of the attempt before that did not pass and have not arrived. */
  missingJobs: number;
  /** Jobs that arrived and that the attempt before did not have. */
  otherJobs: number;
  /** Shards and jobs that passed in the attempt before and have not arrived. */
  passedShards: number;
  passedJobs: number;
  /** Places of the attempt before that had several parts, when only some have arrived: it is unknown which ones. */
  unclearPlaces: number;
}

/**
 * A place says which part of one attempt replaces which part of the attempt before. A shard's place is its environment,
 * leg and index; a job's place is its name, environment and leg. Unknown legs share a place, so each place of a group
 * expects as many parts as the place with the most. Shards with a total other than this attempt's have no place: the
 * tests were distributed differently. $2 is the execution, $3 the attempt before. $5 and $6 are the parts of the
 * attempt before that are certainly replaced (part-matches.queries.ts), so they are not carried.
 */
export const PLACES = `own_places AS (
       SELECT group_id,
              coalesce(shard_total, 0) AS total,
              coalesce(shard_index, 0) AS index,
              count(DISTINCT part_id) AS received
       FROM execution_uploads
       WHERE organization_id = $1 AND execution_id = $2 AND group_id <> $4
       GROUP BY 1, 2, 3
     ), earlier_rows AS (
       SELECT execution_id AS source_id, upload_id, part_id, group_id, passed, open,
              coalesce(shard_total, 0) AS total,
              coalesce(shard_index, 0) AS index
       FROM execution_uploads
       WHERE organization_id = $1 AND execution_id = $3 AND group_id <> $4
       UNION ALL
       SELECT source.execution_id, source.upload_id, source.part_id, source.group_id, true, false,
              coalesce(source.shard_total, 0),
              coalesce(source.shard_index, 0)
       FROM carried_parts
       JOIN execution_uploads AS source ON source.organization_id = $1
                                       AND source.execution_id = carried_parts.source_id
                                       AND source.upload_id = carried_parts.upload_id
       WHERE carried_parts.organization_id = $1 AND carried_parts.execution_id = $3
     ), own_groups AS (
       SELECT group_id, array_agg(DISTINCT total) AS totals
       FROM own_places
       GROUP BY group_id
     ), earlier_parts AS (
       SELECT source_id, part_id, group_id, total, index,
              bool_and(passed) AND NOT bool_and(open) AS passed,
              (source_id, part_id) IN (
                SELECT replaced.source_id, replaced.part_id
                FROM unnest($5::uuid[], $6::bigint[]) AS replaced (source_id, part_id)) AS replaced
       FROM earlier_rows
       LEFT JOIN own_groups USING (group_id)
       WHERE own_groups.totals IS NULL OR total = ANY (own_groups.totals)
       GROUP BY source_id, part_id, group_id, total, index
     ), earlier_places AS (
       SELECT group_id, total, index,
              count(*) AS parts,
              count(*) FILTER (WHERE passed AND NOT replaced) AS passed
       FROM earlier_parts
       GROUP BY group_id, total, index
     ), places AS (
       SELECT group_id, total, index,
              coalesce(received, 0) AS received,
              coalesce(passed, 0) AS passed,
              coalesce(parts, 0) AS parts,
              max(greatest(coalesce(received, 0), coalesce(parts, 0)))
                OVER (PARTITION BY group_id, total) AS expected
       FROM own_places
       FULL JOIN earlier_places USING (group_id, total, index)
     ), counted_places AS (
       SELECT *,
              least(passed, greatest(0, expected - received)) AS carriable,
              greatest(0, expected - received - passed) AS missing
       FROM places
     )`;

/** A part of the attempt before, or one that it carries itself: `sourceId` is the execution that received it. */
export interface EarlierPart {
  sourceId: string;
  partId: string;
}

/** The bound values of PLACES, from $1 on. */
export function buildPlacesBind(
  organizationId: string,
  {
    executionId,
    previousId,
    replaced,
  }: { executionId: string; previousId: string | null; replaced: readonly EarlierPart[] },
): unknown[] {
  return [
    organizationId,
    executionId,
    previousId,
    MERGED_GROUP_ID,
    toArrayLiteral(replaced.map((part) => part.sourceId)),
    toArrayLiteral(replaced.map((part) => part.partId)),
  ];
}

/** Counts the parts; `previousId` is the attempt before, null if there is none. */
export async function countParts(
  scope: TransactionScope,
  executionId: string,
  { previousId, replaced }: { previousId: string | null; replaced: readonly EarlierPart[] },
): Promise<PartCounts> {
  const [row] = await scope.prepared<PartCounts>(
    `WITH ${PLACES}, counted_groups AS (
       SELECT total,
              sum(received) AS received,
              sum(carriable) AS carriable,
              -- Places for which neither attempt has a part.
              sum(missing) + max(expected) * (greatest(total, 1) - count(*)) AS missing
       FROM counted_places
       GROUP BY group_id, total
     )
     SELECT ${sumOf('received', 'true')} AS received,
            ${sumOf('missing', 'total > 0')} AS "missingShards",
            ${sumOf('missing', 'total = 0')} AS "missingJobs",
            ${sumOf('carriable', 'total > 0')} AS "passedShards",
            ${sumOf('carriable', 'total = 0')} AS "passedJobs",
            (SELECT count(*)::integer
             FROM (
               SELECT 1 FROM execution_uploads
               WHERE organization_id = $1 AND execution_id = $2
               GROUP BY part_id
               HAVING bool_and(open)) AS open_parts) AS open,
            (SELECT coalesce(sum(received), 0)::integer
             FROM own_places
             WHERE total = 0
               AND NOT EXISTS (
                 SELECT 1 FROM earlier_places
                 WHERE earlier_places.group_id = own_places.group_id)) AS "otherJobs",
            (SELECT count(*)::integer
             FROM counted_places
             WHERE ${IS_UNCLEAR}) AS "unclearPlaces"
     FROM counted_groups`,
    buildPlacesBind(scope.organizationId, { executionId, previousId, replaced }),
  );
  if (row === undefined) throw new Error('a sum without groups has one row');
  return row;
}

export interface OnlyPart {
  groupId: string;
  /** The number of shards; null for a job. */
  total: number | null;
  open: boolean;
}

/** The result of countParts for an execution that has only this part and no earlier attempt, without a query. */
export function countOnlyPart({ groupId, total, open }: OnlyPart): PartCounts {
  const isMerged = groupId === MERGED_GROUP_ID;
  return {
    received: isMerged ? 0 : 1,
    open: open ? 1 : 0,
    missingShards: isMerged || total === null ? 0 : Math.max(0, total - 1),
    missingJobs: 0,
    otherJobs: isMerged || (total ?? 0) > 0 ? 0 : 1,
    passedShards: 0,
    passedJobs: 0,
    unclearPlaces: 0,
  };
}

/** The condition on counted_places that it is unclear which parts have arrived. */
export const IS_UNCLEAR = 'received > 0 AND received < parts';

/** Clamped to an integer: an execution of 10,000 parts with large shard totals would exceed it. */
function sumOf(column: string, condition: string): string {
  return `least(2147483647, coalesce(sum(${column}) FILTER (WHERE ${condition}), 0))::integer`;
}
