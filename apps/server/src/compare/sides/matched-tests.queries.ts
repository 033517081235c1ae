import { MIN_GEOMETRIC_MEAN_MS, MIN_RATIOS } from '@svc/analysis/compare/machine-change';
import { isVerdict } from '../../db/conditions/counted-runs.ts';
import type { Sides } from './execution-references.ts';

// Rounded, because exp(ln(1.3)) is not exactly 1.3. Never 0, because durations are divided by it. `greatest` ignores
// null, so that null needs a case.
const ROUNDED_FACTOR = `CASE WHEN log_factor IS NOT NULL THEN
                greatest(round(exp(log_factor)::numeric, 6), 0.000001)::float8
              END`;

/**
 * Common table expressions on the results of both sides, `base` and `head`. `matched` has a row for each test.
 * `machine` and `spread` have one row with the figures of a MachineChange, null where too few tests passed in both.
 */
export const MATCHED_TESTS = `base_tests AS (
       ${testsOf('base')}
     ), head_tests AS (
       ${testsOf('head')}
     ), matched AS MATERIALIZED (
       -- A full join is never a nested loop, which would take minutes where statistics are missing.
       SELECT coalesce(base.test_id, head.test_id) AS test_id,
              base.test_id IS NULL OR head.test_id IS NULL AS is_on_one_side,
              coalesce(base.results, 0) + coalesce(head.results, 0) AS results,
              coalesce(base.owner_bytes, 0) + coalesce(head.owner_bytes, 0) AS owner_bytes,
              base.has_no_verdict AS base_has_no_verdict,
              head.has_no_verdict AS head_has_no_verdict,
              head.flaky AND NOT base.flaky AS is_newly_flaky,
              base.passed_ms AS base_ms,
              head.passed_ms AS head_ms
       FROM base_tests AS base
       FULL JOIN head_tests AS head ON head.test_id = base.test_id
     ), ratios AS MATERIALIZED (
       SELECT ln(head_ms / base_ms) AS log_ratio
       FROM matched
       WHERE head_ms * base_ms >= ${MIN_GEOMETRIC_MEAN_MS ** 2}
     ), machine AS MATERIALIZED (
       SELECT log_factor, ${ROUNDED_FACTOR} AS factor
       FROM (
         SELECT CASE WHEN count(*) >= ${MIN_RATIOS} THEN
                  percentile_cont(0.5) WITHIN GROUP (ORDER BY log_ratio)
                END AS log_factor
         FROM ratios
       ) AS middle
     ), spread AS MATERIALIZED (
       SELECT percentile_cont(0.5) WITHIN GROUP (
                ORDER BY abs(log_ratio - (SELECT log_factor FROM machine))) AS deviation
       FROM ratios
     )`;

/** The head's duration on the base's machine. */
const OWN_HEAD_MS = '(head_ms / (SELECT coalesce(factor, 1) FROM machine))';

function isEnough(changeMs: string): string {
  return `(abs(${changeMs}) >= $6::float8
                 AND (base_ms = 0 OR abs(${changeMs}) / base_ms >= $7::float8))`;
}

/**
 * A condition on `matched`, with the thresholds in $6 and $7. False only for a test that compareRuns puts in no list.
 * compareRuns itself decides whether a skipped test did not run.
 */
export const DIFFERS = `CASE
           WHEN is_on_one_side THEN true
           WHEN base_has_no_verdict THEN NOT head_has_no_verdict
           WHEN base_ms IS NOT NULL AND head_ms IS NOT NULL THEN
             is_newly_flaky OR (
               (head_ms - base_ms) * (${OWN_HEAD_MS} - base_ms) > 0
               AND ${isEnough('head_ms - base_ms')}
               AND ${isEnough(`${OWN_HEAD_MS} - base_ms`)})
           ELSE true
         END`;

/**
 * One row for each test of a side. `passed_ms` is the longest duration of a test that passed, as in a comparison, and
 * null for any other test.
 */
function testsOf(side: keyof Sides): string {
  return `SELECT test_id,
                 count(*) AS results,
                 sum(coalesce(octet_length(owner), 0)) AS owner_bytes,
                 NOT bool_or(${isVerdict('status')}) AS has_no_verdict,
                 bool_or(flaky) AS flaky,
                 CASE WHEN bool_and(status IN ('passed', 'skipped')) THEN
                   max(last_attempt_ms) FILTER (WHERE status = 'passed')::float8
                 END AS passed_ms
          FROM ${side}
          GROUP BY test_id`;
}
