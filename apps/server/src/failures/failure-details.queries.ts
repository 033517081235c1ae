import type { Scope } from '../db/scope.ts';
import { createBinds, type ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import { FAILING_TESTS, failureRows } from './failure-rows.queries.ts';

/** What the list of failures shows of one group besides its counts. */
export interface GroupDetails {
  /** The number of tests that failed with it. */
  tests: number;
  /** The branches with most failures, at most 5. */
  branches: string[];
  /** The number of failures on each of the days. */
  perDay: number[];
  newest: NewestFailure;
}

/** The newest failure of a group. */
export interface NewestFailure {
  resultId: string;
  executionId: string;
  executionNumber: number;
  testId: string;
  project: string;
  title: string;
  file: string;
  /** The partition of its result, by its Monday. */
  week: string;
}

interface Row extends NewestFailure {
  id: string;
  tests: number;
  branches: string[];
  counts: Record<string, number>;
}

const TOP_BRANCHES = 5;

/** The details of these groups on these days (UTC), by the fingerprint's hex digits. */
export async function readGroupDetails(
  scope: Scope,
  {
    filter,
    fingerprintIds,
    days,
  }: { filter: ExecutionsFilter; fingerprintIds: readonly string[]; days: readonly string[] },
): Promise<Map<string, GroupDetails>> {
  if (fingerprintIds.length === 0) return new Map();
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<Row>(
    `WITH ${failureRows({ filter, fingerprintIds }, value)}, ${FAILING_TESTS}, tested AS (
       SELECT fingerprint_id, count(*)::integer AS tests
       FROM failing_tests
       GROUP BY fingerprint_id
     ), ${perDay(value(days.at(-1)))}, ${BRANCHES}, newest AS (
       SELECT DISTINCT ON (fingerprint_id) *
       FROM failures
       ORDER BY fingerprint_id, started_at DESC, execution_id DESC, result_id DESC
     )
     SELECT replace(newest.fingerprint_id::text, '-', '') AS id,
            tested.tests,
            coalesce(branches.branches, '{}') AS branches,
            per_day.counts,
            newest.result_id AS "resultId",
            newest.execution_id AS "executionId",
            newest.number AS "executionNumber",
            replace(newest.test_id::text, '-', '') AS "testId",
            projects.name AS project,
            tests.title_path ->> -1 AS title,
            tests.file,
            newest.week::text AS week
     FROM newest
     JOIN tests ON tests.organization_id = $1 AND tests.id = newest.test_id
     JOIN projects ON projects.organization_id = $1 AND projects.id = newest.project_id
     JOIN per_day ON per_day.fingerprint_id = newest.fingerprint_id
     JOIN tested ON tested.fingerprint_id = newest.fingerprint_id
     LEFT JOIN branches ON branches.fingerprint_id = newest.fingerprint_id`,
    bind,
  );
  return new Map(
    rows.map(({ id, tests, branches, counts, ...newest }) => [
      id,
      { tests, branches, perDay: days.map((day) => counts[day] ?? 0), newest },
    ]),
  );
}

/** Counts failures on the last day that began a moment in the future, because of a clock that is ahead. */
function perDay(lastDay: string): string {
  return `per_day AS (
       SELECT fingerprint_id, json_object_agg(day, count) AS counts
       FROM (
         SELECT fingerprint_id,
                least((started_at AT TIME ZONE 'UTC')::date, ${lastDay}::date) AS day,
                sum(failures) AS count
         FROM failures
         GROUP BY 1, 2
       ) AS counted
       GROUP BY fingerprint_id
     )`;
}

const BRANCHES = `branches AS (
       SELECT fingerprint_id, array_agg(branch ORDER BY place) AS branches
       FROM (
         SELECT fingerprint_id,
                branch,
                row_number() OVER (
                  PARTITION BY fingerprint_id
                  ORDER BY sum(failures) DESC, branch COLLATE "C") AS place
         FROM failures
         WHERE branch IS NOT NULL
         GROUP BY fingerprint_id, branch
       ) AS placed
       WHERE place <= ${TOP_BRANCHES}
       GROUP BY fingerprint_id
     )`;
