import { NEW_HOURS, QUIET_DAYS } from '@svc/contract/history/failures';
import type { Scope } from '../../db/scope.ts';
import { bindsOf, type ExecutionsFilter } from '../../db/conditions/execution-conditions.ts';
import { plainArray } from '../../db/connections/plain-array.ts';
import { suitesOf } from './speaking-suites.queries.ts';

/** Where a group of failures stands: the branches on which it is not over, or when it was over. */
export interface Standing {
  isOpen: boolean;
  /** When the last executions of the suites that have it on the branch that speaks began; null where it is over. */
  recentFrom: Date | null;
  /** Empty if the branch that speaks is among them. */
  onlyOn: string[];
  gone: { executionId: string; number: number; at: Date; branch: string | null } | null;
}

// Each test takes 50 µs. An outage has thousands of tests, too many to look up one by one.
const MAX_TESTS = 100;
const TOP_BRANCHES = 5;

/**
 * Where each of these groups stands, by the fingerprint's hex digits; a group without a failure has no entry. The
 * executions that speak may be of any source, regardless of the filter's source. Failures are judged by suite of a
 * branch (the CTE `standing`); a failure in the newest speaking execution of a suite needs no look at results. For the
 * others, reads the index results_by_test for 100 tests of each group, those of the branch that speaks first, then
 * those that had the failure last: a failure of more tests is over when these are over.
 * @see the contract of `phase`, which has the rules in words
 */
export async function failureStandings(
  scope: Scope,
  { filter, fingerprintIds }: { filter: ExecutionsFilter; fingerprintIds: readonly string[] },
): Promise<Map<string, Standing>> {
  if (fingerprintIds.length === 0) return new Map();
  const { bind, value } = bindsOf(scope.organizationId);
  const wanted = value(plainArray(fingerprintIds));
  const rows = await scope.query<Row>(
    `WITH ${suitesOf(filter, value)}, seen AS (
       SELECT execution_failures.fingerprint_id, known.suite, max(known.age) AS age
       FROM known
       JOIN execution_failures ON execution_failures.organization_id = $1
                              AND execution_failures.execution_id = known.id
       WHERE known.is_asked
         AND execution_failures.fingerprint_id = ANY (${wanted}::uuid[])
       GROUP BY execution_failures.fingerprint_id, known.suite
     ), placed AS (
       SELECT seen.fingerprint_id,
              seen.age,
              suites.*,
              suites.newest IS NULL OR seen.age >= suites.newest AS is_at_head,
              coalesce(suites.last_at < suites.base_last_at - interval '${QUIET_DAYS} days', false) AS is_quiet,
              coalesce(suites.last_at < suites.base_last_at - interval '${NEW_HOURS} hours', false) AS is_stale
       FROM seen
       JOIN suites ON suites.suite = seen.suite
     ), standing AS MATERIALIZED (
       SELECT *,
              bool_or(is_base AND NOT is_quiet) OVER (PARTITION BY fingerprint_id, project_id) AS is_of_base
       FROM placed
     ), shown AS (
       SELECT fingerprint_id FROM standing WHERE is_base AND is_at_head AND NOT is_quiet
     ), ${doubtfulTests(wanted)}, ${FIRST_PASSES}, judged AS (
       SELECT standing.fingerprint_id,
              standing.suite,
              -- Without a doubtful test: beyond the limit, or not looked up because the group is open anyway.
              NOT standing.is_at_head
              AND coalesce(
                bool_and(first_passes.age IS NOT NULL) FILTER (WHERE first_passes.test_id IS NOT NULL),
                true) AS is_passed,
              max(first_passes.age) AS passed
       FROM standing
       LEFT JOIN first_passes ON first_passes.fingerprint_id = standing.fingerprint_id
                             AND first_passes.suite = standing.suite
       GROUP BY standing.fingerprint_id, standing.suite, standing.is_at_head
     ), with_fix AS (
       SELECT standing.*,
              judged.is_passed,
              judged.passed,
              CASE WHEN bool_and(judged.is_passed OR NOT standing.is_base OR standing.is_quiet) OVER of_project
                THEN max(judged.passed) FILTER (WHERE standing.is_base AND NOT standing.is_quiet) OVER of_project
              END AS fixed
       FROM standing
       JOIN judged ON judged.fingerprint_id = standing.fingerprint_id AND judged.suite = standing.suite
       WINDOW of_project AS (PARTITION BY standing.fingerprint_id, standing.project_id)
     ), decided AS (
       SELECT *,
              NOT is_quiet
              AND NOT is_passed
              AND (is_base OR NOT is_of_base OR fixed IS NULL OR (age > fixed AND NOT is_stale)) AS is_open
       FROM with_fix
     ), totals AS (
       SELECT fingerprint_id,
              bool_or(is_open) AS is_open,
              coalesce(bool_or(is_open AND is_base), false) AS is_open_on_base,
              bool_and(has_base) AS has_base,
              min(recent_from) FILTER (WHERE is_open AND is_base) AS recent_from,
              max(coalesce(fixed, passed)) AS gone
       FROM decided
       GROUP BY fingerprint_id
     ), open_branches AS (
       SELECT fingerprint_id,
              branch_name,
              row_number() OVER (PARTITION BY fingerprint_id ORDER BY max(age) DESC) AS place
       FROM decided
       WHERE is_open AND branch_name IS NOT NULL
       GROUP BY fingerprint_id, branch_name
     )
     SELECT replace(totals.fingerprint_id::text, '-', '') AS id,
            totals.is_open AS "isOpen",
            totals.recent_from AS "recentFrom",
            CASE WHEN is_open AND has_base AND NOT is_open_on_base THEN
              ARRAY(SELECT branch_name
                    FROM open_branches
                    WHERE open_branches.fingerprint_id = totals.fingerprint_id AND place <= ${TOP_BRANCHES}
                    ORDER BY place)
            ELSE '{}' END AS "onlyOn",
            executions.id AS "executionId",
            executions.number,
            executions.started_at AS at,
            executions.branch
     FROM totals
     LEFT JOIN known ON known.age = totals.gone AND NOT totals.is_open
     LEFT JOIN executions ON executions.organization_id = $1 AND executions.id = known.id`,
    bind,
  );
  return new Map(rows.map((row) => [row.id, standingOf(row)]));
}

type Row = Omit<Standing, 'gone'> & { id: string } & (
    | { executionId: null }
    | NonNullable<Standing['gone']>
  );

function standingOf({ isOpen, recentFrom, onlyOn, ...row }: Row): Standing {
  if (row.executionId === null) return { isOpen, recentFrom, onlyOn, gone: null };
  const { executionId, number, at, branch } = row;
  return { isOpen, recentFrom, onlyOn, gone: { executionId, number, at, branch } };
}

/** The tests with the failure whose later runs decide, each with the age of its last execution with it. */
function doubtfulTests(wanted: string): string {
  return `failing AS (
       SELECT failing_results.fingerprint_id,
              failing_results.test_id,
              known.suite,
              standing.is_base,
              max(known.age) AS age
       FROM standing
       JOIN known ON known.suite = standing.suite AND known.is_asked
       JOIN failing_results ON failing_results.organization_id = $1
                           AND failing_results.execution_id = known.id
                           AND failing_results.fingerprint_id = standing.fingerprint_id
                           AND failing_results.status IN ('failed', 'timedOut')
       WHERE NOT standing.is_at_head
         AND NOT standing.is_quiet
         AND NOT (standing.is_stale AND standing.is_of_base AND NOT standing.is_base)
         AND standing.fingerprint_id NOT IN (SELECT fingerprint_id FROM shown)
         AND failing_results.fingerprint_id = ANY (${wanted}::uuid[])
       GROUP BY failing_results.fingerprint_id, failing_results.test_id, known.suite, standing.is_base
     ), doubtful AS MATERIALIZED (
       SELECT *
       FROM (
         SELECT failing.*,
                row_number() OVER (
                  PARTITION BY fingerprint_id
                  ORDER BY is_base DESC, age DESC, test_id) AS place
         FROM failing
       ) AS placed
       WHERE place <= ${MAX_TESTS}
     )`;
}

/** When each doubtful test passed for the first time in its suite after it had failed; null age: not yet. */
const FIRST_PASSES = `passed AS (
       SELECT results.test_id, known.suite, known.age
       FROM results
       JOIN known ON known.id = results.execution_id AND known.speaks
       WHERE results.organization_id = $1
         AND results.test_id = ANY (ARRAY(SELECT DISTINCT test_id FROM doubtful))
         AND results.week BETWEEN (SELECT min(week) FROM known) AND (SELECT max(week) FROM known)
       GROUP BY results.test_id, known.suite, known.age
       HAVING bool_or(results.status = 'passed')
          AND bool_and(results.status IN ('passed', 'skipped'))
     ), first_passes AS (
       SELECT doubtful.fingerprint_id, doubtful.test_id, doubtful.suite, min(passed.age) AS age
       FROM doubtful
       LEFT JOIN passed ON passed.test_id = doubtful.test_id
                       AND passed.suite = doubtful.suite
                       AND passed.age > doubtful.age
       GROUP BY doubtful.fingerprint_id, doubtful.test_id, doubtful.suite
     )`;
