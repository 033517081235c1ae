import { NEW_HOURS, QUIET_DAYS } from '@svc/contract/history/failures';

// Each test takes 50 µs. An outage has thousands of tests, too many to look up one by one.
const MAX_TESTS = 100;

/**
 * The common table expression `decided`, in a statement with `known` and `suites`: the wanted fingerprints in each
 * suite of a branch that had them, with the age of the newest execution, whether it is open, the age of the execution
 * with which it was over (`passed`), and that with which it was over on the deciding branch (`fixed`).
 *
 * `end` is the end of the window that is shown: days without a run count up to then. `weeks` are those of all `known`
 * executions: bound values, so that the planner skips other partitions.
 */
export function judgedSuites({
  wanted,
  end,
  weeks,
}: {
  wanted: string;
  end: string;
  weeks: { from: string; to: string };
}): string {
  return `${standing({ wanted, end })}, shown AS (
       SELECT fingerprint_id FROM standing WHERE is_base AND is_at_head AND NOT is_quiet
     ), ${DOUBTFUL_TESTS}, ${firstPasses(weeks)}, ${DECIDED}`;
}

/** The state of each fingerprint in each suite that follows from executions alone. */
function standing({ wanted, end }: { wanted: string; end: string }): string {
  const quiet = `interval '${QUIET_DAYS} days'`;
  return `failures AS MATERIALIZED (
       SELECT execution_failures.fingerprint_id,
              execution_failures.execution_id,
              execution_failures.failures,
              execution_failures.test_id,
              known.suite,
              known.age
       FROM known
       JOIN execution_failures ON execution_failures.organization_id = $1
                              AND execution_failures.execution_id = known.id
       WHERE known.is_asked
         AND execution_failures.fingerprint_id = ANY (${wanted}::uuid[])
     ), seen AS (
       SELECT fingerprint_id, suite, max(age) AS age
       FROM failures
       GROUP BY fingerprint_id, suite
     ), placed AS (
       SELECT seen.fingerprint_id,
              seen.age,
              suites.*,
              suites.newest IS NULL OR seen.age >= suites.newest AS is_at_head,
              -- The last result of the deciding branch stays valid, regardless of how seldom the suite runs.
              NOT suites.is_base
                AND coalesce(
                  -- If the deciding branch does not run either, its last execution is the end.
                  suites.last_at < CASE
                    WHEN suites.base_last_at < ${end}::timestamptz - ${quiet} THEN suites.base_last_at
                    ELSE ${end}::timestamptz
                  END - ${quiet} AND suites.base_last_at IS NOT NULL,
                  false) AS is_quiet,
              coalesce(suites.last_at < suites.base_last_at - interval '${NEW_HOURS} hours', false) AS is_stale
       FROM seen
       JOIN suites ON suites.suite = seen.suite
     ), standing AS MATERIALIZED (
       SELECT *,
              bool_or(is_base AND NOT is_quiet) OVER (PARTITION BY fingerprint_id, project_id) AS is_of_base
       FROM placed
     )`;
}

/**
 * The tests with the failure whose later runs decide, each with the age of its last execution with it. The first tests
 * of each execution suffice: a further one has as many tests before it.
 */
const DOUBTFUL_TESTS = `failing AS (
       SELECT standing.fingerprint_id,
              tests.test_id,
              standing.suite,
              standing.is_base,
              max(failures.age) AS age
       FROM standing
       JOIN failures ON failures.fingerprint_id = standing.fingerprint_id
                    AND failures.suite = standing.suite
       CROSS JOIN LATERAL (
         SELECT failures.test_id
         WHERE failures.failures = 1
         UNION ALL
         (SELECT DISTINCT failing_results.test_id
          FROM failing_results
          WHERE failures.failures > 1
            AND failing_results.organization_id = $1
            AND failing_results.fingerprint_id = failures.fingerprint_id
            AND failing_results.execution_id = failures.execution_id
            AND failing_results.status IN ('failed', 'timedOut')
          ORDER BY failing_results.test_id
          LIMIT ${MAX_TESTS})
       ) AS tests
       WHERE NOT standing.is_at_head
         AND NOT standing.is_quiet
         AND NOT (standing.is_stale AND standing.is_of_base AND NOT standing.is_base)
         AND standing.fingerprint_id NOT IN (SELECT fingerprint_id FROM shown)
       GROUP BY standing.fingerprint_id, tests.test_id, standing.suite, standing.is_base
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

/** When each doubtful test passed for the first time in its suite after it had failed; null age: not yet. */
function firstPasses(weeks: { from: string; to: string }): string {
  return `passed AS (
       SELECT results.test_id, known.suite, known.age
       FROM results
       JOIN known ON known.id = results.execution_id AND known.speaks
       WHERE results.organization_id = $1
         AND results.test_id = ANY (ARRAY(SELECT DISTINCT test_id FROM doubtful))
         AND results.week BETWEEN ${weeks.from} AND ${weeks.to}
         -- IS TRUE keeps it a look-up in a hash: the planner expects few doubtful tests, and would compare each with
         -- each result.
         AND ((results.test_id, known.suite) IN (SELECT test_id, suite FROM doubtful)) IS TRUE
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
}

const DECIDED = `judged AS (
       SELECT standing.fingerprint_id,
              standing.suite,
              -- No doubtful test: beyond the limit, or not looked up because the group is open anyway.
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
     )`;
