import type { TransactionScope } from '../../../db/scope.ts';
import { IS_UNCLEAR, PLACES, buildPlacesBind, type EarlierPart } from './part-counts.queries.ts';

/** A part that arrived and one of the attempt before that shares its place. */
interface Pair extends EarlierPart {
  ownPartId: string;
  passed: boolean;
  /** How many tests both have. */
  sharedTests: number;
}

/**
 * The parts of the attempt before that ran again, for places where only some of several parts have arrived: the
 * packages of one job, or legs without a name. A part replaces the one with which it shares the most tests. Legs share
 * all tests; then it replaces one that did not pass, because that is what "re-run failed jobs" runs.
 */
export async function matchReplacedParts(
  scope: TransactionScope,
  executionId: string,
  previousId: string,
): Promise<EarlierPart[]> {
  const pairs = await listPairs(scope, executionId, previousId);
  const byLikeness = pairs.toSorted(
    (a, b) => b.sharedTests - a.sharedTests || Number(a.passed) - Number(b.passed),
  );
  const matched = new Set<string>();
  return byLikeness.flatMap(({ ownPartId, sourceId, partId }) => {
    const [own, earlier] = [`own ${ownPartId}`, `${sourceId} ${partId}`];
    if (matched.has(own) || matched.has(earlier)) return [];
    matched.add(own).add(earlier);
    return [{ sourceId, partId }];
  });
}

/** Reads the pairs in an order that does not depend on the query plan. */
async function listPairs(
  scope: TransactionScope,
  executionId: string,
  previousId: string,
): Promise<Pair[]> {
  return scope.query<Pair>(
    `WITH ${PLACES}, unclear AS (
       SELECT group_id, total, index FROM counted_places WHERE ${IS_UNCLEAR}
     ), own_parts AS (
       SELECT part_id, upload_id, group_id, coalesce(shard_total, 0) AS total, coalesce(shard_index, 0) AS index
       FROM execution_uploads
       WHERE organization_id = $1 AND execution_id = $2
     ), own_tests AS (
       SELECT DISTINCT own_parts.part_id, results.test_id
       FROM own_parts
       JOIN unclear USING (group_id, total, index)
       JOIN executions ON executions.organization_id = $1 AND executions.id = $2
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = $2
                   AND results.week = executions.week
                   AND results.upload_id = own_parts.upload_id
     ), earlier_tests AS (
       SELECT DISTINCT earlier_rows.source_id, earlier_rows.part_id, results.test_id
       FROM earlier_rows
       JOIN unclear USING (group_id, total, index)
       JOIN executions AS source ON source.organization_id = $1 AND source.id = earlier_rows.source_id
       JOIN results ON results.organization_id = $1
                   AND results.execution_id = source.id
                   AND results.week = source.week
                   AND results.upload_id = earlier_rows.upload_id
     ), shared AS (
       SELECT own_tests.part_id AS own_part_id, source_id, earlier_tests.part_id, count(*) AS tests
       FROM own_tests
       JOIN earlier_tests USING (test_id)
       GROUP BY own_tests.part_id, source_id, earlier_tests.part_id
     )
     SELECT own.part_id::text AS "ownPartId",
            earlier_parts.source_id AS "sourceId",
            earlier_parts.part_id::text AS "partId",
            earlier_parts.passed,
            coalesce(shared.tests, 0)::integer AS "sharedTests"
     FROM (SELECT DISTINCT part_id, group_id, total, index FROM own_parts) AS own
     JOIN unclear USING (group_id, total, index)
     JOIN earlier_parts USING (group_id, total, index)
     LEFT JOIN shared ON shared.own_part_id = own.part_id
                     AND shared.source_id = earlier_parts.source_id
                     AND shared.part_id = earlier_parts.part_id
     ORDER BY 1, 2, 3`,
    buildPlacesBind(scope.organizationId, { executionId, previousId, replaced: [] }),
  );
}
