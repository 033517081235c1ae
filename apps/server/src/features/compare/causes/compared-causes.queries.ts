import { isTestWithId } from '../../../db/conditions/look-ups.ts';
import { plainArray } from '../../../db/connections/plain-array.ts';
import type { Scope } from '../../../db/scope.ts';
import type { CountedCause } from '../../../verdicts/failure-causes/describe-causes.ts';

/** A test of a list, with the result whose failure counts. */
export interface FailedTest {
  /** The index of its list. */
  list: number;
  testId: string;
  line: number | null;
  executionId: string;
  resultId: string;
}

export interface FoundCauses {
  /** The causes of each list, those of most tests first: at most `limit`. */
  causes: (CountedCause & { list: number; total: number })[];
  /** The tests to name, in this order: at most `limit` of each list. `fingerprintId` has 32 hex digits. */
  named: { list: number; testId: string; fingerprintId: string | null }[];
}

// Of failures without a fingerprint: nulls would keep Postgres from hashing.
const NONE = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * Groups failures by their fingerprints, and chooses the tests to name: of each list one test of each cause, then the
 * second of each, and so on, so that no cause hides another one. Within a cause the first by file, line and title. With
 * `fingerprintId`, only tests of that cause are named. Looks test and failure up by their ids, as `firstByPlace` does.
 */
export async function listCauses(
  scope: Scope,
  {
    tests,
    limit,
    fingerprintId,
  }: { tests: readonly FailedTest[]; limit: number; fingerprintId: string | null },
): Promise<FoundCauses> {
  if (tests.length === 0) return { causes: [], named: [] };
  const [row] = await scope.query<FoundCauses>(
    `WITH placed AS MATERIALIZED (
       SELECT wanted.list,
              wanted.test_id,
              tests.file COLLATE "C" AS file,
              coalesce(failure.fingerprint_id, ${NONE}) AS fingerprint_id,
              row_number() OVER (
                PARTITION BY wanted.list
                ORDER BY tests.file COLLATE "C", wanted.line NULLS LAST,
                         tests.title_path::text COLLATE "C", wanted.test_id) AS place
       FROM unnest($2::integer[], $3::uuid[], $4::integer[], $5::uuid[], $6::uuid[])
         AS wanted (list, test_id, line, execution_id, result_id)
       CROSS JOIN LATERAL (
         SELECT file, title_path
         FROM tests
         WHERE ${isTestWithId('wanted.test_id')}
         OFFSET 0
       ) AS tests
       LEFT JOIN LATERAL (
         SELECT fingerprint_id
         FROM failing_results
         WHERE organization_id = $1
           AND execution_id = wanted.execution_id
           AND result_id = wanted.result_id
         OFFSET 0
       ) AS failure ON true
     ), causes AS MATERIALIZED (
       SELECT list,
              fingerprint_id,
              count(*) AS tests,
              count(DISTINCT file) AS files,
              row_number() OVER (PARTITION BY list ORDER BY count(*) DESC, min(place)) AS rank,
              count(*) OVER (PARTITION BY list) AS total
       FROM placed
       GROUP BY list, fingerprint_id
     ), named AS MATERIALIZED (
       SELECT list,
              test_id,
              fingerprint_id,
              row_number() OVER (PARTITION BY list ORDER BY turn, rank) AS position
       FROM (
         SELECT placed.*,
                causes.rank,
                row_number() OVER (
                  PARTITION BY placed.list, placed.fingerprint_id
                  ORDER BY placed.place) AS turn
         FROM placed
         JOIN causes ON causes.list = placed.list
                    AND causes.fingerprint_id = placed.fingerprint_id
         WHERE $8::uuid IS NULL OR placed.fingerprint_id = $8
       ) AS turns
     )
     SELECT (SELECT coalesce(json_agg(json_build_object(
                      'list', list,
                      'fingerprintId', ${digitsOf('fingerprint_id')},
                      'tests', tests,
                      'files', files,
                      'total', total) ORDER BY list, rank), '[]')
             FROM causes
             WHERE rank <= $7) AS causes,
            (SELECT coalesce(json_agg(json_build_object(
                      'list', list,
                      'testId', replace(test_id::text, '-', ''),
                      'fingerprintId', ${digitsOf('fingerprint_id')}) ORDER BY list, position), '[]')
             FROM named
             WHERE position <= $7) AS named`,
    [
      scope.organizationId,
      plainArray(tests.map(({ list }) => list)),
      plainArray(tests.map(({ testId }) => testId)),
      plainArray(tests.map(({ line }) => line)),
      plainArray(tests.map(({ executionId }) => executionId)),
      plainArray(tests.map(({ resultId }) => resultId)),
      limit,
      fingerprintId,
    ],
  );
  return row ?? { causes: [], named: [] };
}

function digitsOf(id: string): string {
  return `replace(nullif(${id}, ${NONE})::text, '-', '')`;
}
