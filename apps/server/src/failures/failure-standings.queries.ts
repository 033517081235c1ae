import type { Scope } from '../db/scope.ts';
import { createBinds, type ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';
import { judgedSuites } from './judged-suites.queries.ts';
import { suitesOf } from './speaking-suites.queries.ts';

/** The state of a group of failures: the branches on which it is not over, or when it was over. */
export interface Standing {
  isOpen: boolean;
  /** When the last executions of the suites that have it on the deciding branch began; null if it is over there. */
  recentFrom: Date | null;
  /** Branches on which it is not over. Empty if the deciding branch is among them. */
  onlyOn: string[];
  gone: {
    executionId: string;
    number: number;
    project: string;
    at: Date;
    branch: string | null;
  } | null;
}

const TOP_BRANCHES = 5;

/**
 * The state of each of these groups, by the fingerprint's hex digits; a group without a failure has no entry. The
 * deciding branch is the filter's, else the project's default branch. Executions of any source can count for their
 * branch, regardless of the filter's source. Failures are judged by suite of a branch (the CTE `standing`); a failure
 * in the newest execution of a suite that counts for its branch needs no look-up of results. For the others, reads the
 * index results_by_test for 100 tests of each group, those of the deciding branch first, then those that had the
 * failure last: a failure of more tests is over when these are over.
 * @see the contract of `phase`, which has the rules in words
 */
export async function readFailureStandings(
  scope: Scope,
  {
    filter,
    weeks,
    end,
    fingerprintIds,
  }: {
    filter: ExecutionsFilter;
    /** Of the executions of any source that match the filter otherwise. */
    weeks: WeekSpan;
    /** The end of the window that is shown. */
    end: Date;
    fingerprintIds: readonly string[];
  },
): Promise<Map<string, Standing>> {
  if (fingerprintIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const wanted = value(toArrayLiteral(fingerprintIds));
  const judged = judgedSuites({
    wanted,
    end: value(end),
    weeks: { from: value(weeks.from), to: value(weeks.to) },
  });
  const rows = await scope.query<Row>(
    `WITH ${suitesOf(filter, value)}, ${judged}, totals AS (
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
            projects.name AS project,
            executions.started_at AS at,
            executions.branch
     FROM totals
     LEFT JOIN known ON known.age = totals.gone AND NOT totals.is_open
     LEFT JOIN executions ON executions.organization_id = $1 AND executions.id = known.id
     LEFT JOIN projects ON projects.organization_id = $1 AND projects.id = executions.project_id`,
    bind,
  );
  return new Map(rows.map((row) => [row.id, toStanding(row)]));
}

type Row = Omit<Standing, 'gone'> & { id: string } & (
    | { executionId: null }
    | NonNullable<Standing['gone']>
  );

function toStanding({ isOpen, recentFrom, onlyOn, ...row }: Row): Standing {
  if (row.executionId === null) return { isOpen, recentFrom, onlyOn, gone: null };
  const { executionId, number, project, at, branch } = row;
  return { isOpen, recentFrom, onlyOn, gone: { executionId, number, project, at, branch } };
}
