import { IS_OF_DEFAULT_BRANCH } from '../../db/conditions/execution-conditions.ts';
import { toFingerprintId, fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { isExecutionWithId, isTestWithId } from '../../db/conditions/look-ups.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import type { Scope } from '../../db/scope.ts';

/** A failure of a test with where it was seen. */
export interface CountedFailure {
  fingerprint: string;
  pattern: string;
  /** Results that have an error with the fingerprint: of any failed attempt, or a cause. */
  count: number;
  lastSeenAt: Date;
  /** The most frequent first. */
  branches: { branch: string | null; count: number }[];
  moreBranches: number;
  commits: number;
  /** True if it was in an execution that counts for the project's default branch. */
  onDefaultBranch: boolean;
}

interface AskedFailures {
  testId: string;
  from: Date;
  /** Fingerprints that the limit cuts off last. */
  first: readonly string[];
  /** How many of the test's newest failing results are read. */
  results: number;
  /** How many branches each failure names. */
  branches: number;
  limit: number;
}

/** The failures of a test since `from`, the most frequent first, ties by the newest. */
export async function countKnownFailures(
  scope: Scope,
  { testId, from, first, results, branches, limit }: AskedFailures,
): Promise<CountedFailure[]> {
  return scope.query<CountedFailure>(
    `WITH ${SEEN}, counted AS (
       SELECT fingerprint_id,
              count(*)::integer AS results,
              max(started_at) AS last_seen_at,
              count(DISTINCT commit)::integer AS commits,
              bool_or(is_of_base) AS on_default_branch
       FROM seen
       GROUP BY fingerprint_id
       ORDER BY fingerprint_id = ANY ($5::uuid[]) DESC,
                count(*) DESC,
                max(started_at) DESC,
                fingerprint_id
       LIMIT $6
     ), ${BRANCHES}
     SELECT named.fingerprint,
            named.pattern,
            counted.results AS count,
            counted.last_seen_at AS "lastSeenAt",
            branches.most AS branches,
            branches.more AS "moreBranches",
            counted.commits,
            counted.on_default_branch AS "onDefaultBranch"
     FROM counted
     JOIN branches ON branches.fingerprint_id = counted.fingerprint_id
     CROSS JOIN LATERAL (
       SELECT ${fingerprintText('fingerprints.id')} AS fingerprint, fingerprints.pattern
       FROM fingerprints
       WHERE fingerprints.organization_id = $1
         AND fingerprints.project_id = (SELECT id FROM project)
         AND fingerprints.id = counted.fingerprint_id
       OFFSET 0
     ) AS named
     ORDER BY counted.results DESC, counted.last_seen_at DESC, counted.fingerprint_id`,
    [
      scope.organizationId,
      testId,
      from,
      results,
      toArrayLiteral(first.map((fingerprint) => toFingerprintId(fingerprint))),
      limit,
      branches,
    ],
  );
}

/**
 * The common table expression `seen`: every error of the newest failing results with its execution. Reads the index
 * failing_results_by_test, and looks up each execution: with outdated statistics, a join could compare each result with
 * each execution.
 */
const SEEN = `project AS MATERIALIZED (
       SELECT projects.id, projects.default_branch, projects.has_ci
       FROM tests
       JOIN projects ON projects.organization_id = $1 AND projects.id = tests.project_id
       WHERE ${isTestWithId('$2::uuid')}
     ), newest AS MATERIALIZED (
       SELECT execution_id, fingerprint_id || further_fingerprints AS fingerprint_ids
       FROM failing_results
       WHERE organization_id = $1 AND test_id = $2::uuid
       ORDER BY execution_id DESC
       LIMIT $4
     ), seen AS MATERIALIZED (
       SELECT execution.*, unnest(newest.fingerprint_ids) AS fingerprint_id
       FROM newest
       CROSS JOIN LATERAL (
         SELECT executions.branch,
                executions.commit,
                executions.started_at,
                ${IS_OF_DEFAULT_BRANCH} AS is_of_base
         FROM executions
         CROSS JOIN project AS projects
         WHERE ${isExecutionWithId('newest.execution_id')}
           AND executions.number IS NOT NULL
           AND executions.started_at >= $3
         OFFSET 0
       ) AS execution
     )`;

/**
 * The common table expression `branches`: the most frequent branches of each fingerprint, and how many more there are.
 */
const BRANCHES = `ranked AS (
       SELECT fingerprint_id,
              branch,
              count(*) AS results,
              row_number() OVER (
                PARTITION BY fingerprint_id
                ORDER BY count(*) DESC, max(started_at) DESC, branch) AS place
       FROM seen
       GROUP BY fingerprint_id, branch
     ), branches AS (
       SELECT fingerprint_id,
              jsonb_agg(jsonb_build_object('branch', branch, 'count', results) ORDER BY place)
                FILTER (WHERE place <= $7) AS most,
              greatest(count(*) - $7, 0)::integer AS more
       FROM ranked
       GROUP BY fingerprint_id
     )`;
