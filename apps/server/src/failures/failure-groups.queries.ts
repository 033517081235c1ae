import type { FailureSort } from '@svc/contract/history/failures';
import type { Scope } from '../db/scope.ts';
import {
  createBinds,
  type BindValue,
  type ExecutionsFilter,
} from '../db/conditions/execution-conditions.ts';
import { fingerprintText } from '../db/conditions/fingerprint-text.ts';
import { buildLikePattern, testSearchCondition } from '../history/test-search.ts';
import { FAILING_TESTS, failureRows } from './failure-rows.queries.ts';

/** The failures with one fingerprint, counted. */
export interface StoredGroup {
  /** The 32 hex digits of the fingerprint. */
  id: string;
  fingerprint: string;
  pattern: string;
  count: number;
  /** Null unless the list is sorted by tests: counting them reads every failing result. */
  tests: number | null;
  executions: number;
  projects: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
}

/** The last group of the previous page, with its figures at that time. */
export interface GroupPlace {
  sort: FailureSort;
  /** The count or the number of tests; 0 when sorted by the newest failure. */
  value: number;
  lastSeenAt: string;
  id: string;
}

// Descending; ties are broken by the newest failure, then by the fingerprint.
const FIGURE_OF_SORT: Record<FailureSort, string> = { count: 'count', tests: 'tests', newest: '0' };

/**
 * The groups of the failures in the matching executions, at most `limit`. Sums the failures that are already counted
 * per execution.
 */
export async function listFailureGroups(
  scope: Scope,
  {
    filter,
    search,
    sort,
    after,
    limit,
  }: {
    filter: ExecutionsFilter;
    search?: string | undefined;
    sort: FailureSort;
    after: GroupPlace | null;
    limit: number;
  },
): Promise<StoredGroup[]> {
  const { bind, value } = createBinds(scope.organizationId);
  return scope.query<StoredGroup>(
    `WITH ${failureRows({ filter }, value)}${search === undefined && sort !== 'tests' ? '' : `, ${FAILING_TESTS}`}${search === undefined ? '' : found(search, value)}${sort === 'tests' ? TESTED : ''}, counted AS (
       SELECT failures.project_id,
              failures.fingerprint_id,
              sum(failures.failures)::integer AS count,
              count(*)::integer AS executions,
              max(failures.started_at) AS last_seen_at
       FROM failures
       GROUP BY failures.project_id, failures.fingerprint_id
     ), groups AS (
       SELECT replace(counted.fingerprint_id::text, '-', '') AS id,
              max(fingerprints.pattern) AS pattern,
              sum(counted.count)::integer AS count,
              ${sort === 'tests' ? 'max(tested.tests)' : 'NULL'} AS tests,
              sum(counted.executions)::integer AS executions,
              count(*)::integer AS projects,
              min(fingerprints.first_seen_at) AS first_seen_at,
              max(counted.last_seen_at) AS last_seen_at,
              ${search === undefined ? 'true' : 'bool_or(found.fingerprint_id IS NOT NULL)'} AS is_found
       FROM counted
       JOIN fingerprints ON fingerprints.organization_id = $1
                        AND fingerprints.project_id = counted.project_id
                        AND fingerprints.id = counted.fingerprint_id
       ${search === undefined ? '' : 'LEFT JOIN found ON found.fingerprint_id = counted.fingerprint_id'}
       ${sort === 'tests' ? 'JOIN tested ON tested.fingerprint_id = counted.fingerprint_id' : ''}
       GROUP BY counted.fingerprint_id
     ), ranked AS (
       SELECT *, ${FIGURE_OF_SORT[sort]} AS figure FROM groups
     )
     SELECT id,
            ${fingerprintText('id')} AS fingerprint,
            pattern,
            count,
            tests,
            executions,
            projects,
            first_seen_at AS "firstSeenAt",
            last_seen_at AS "lastSeenAt"
     FROM ranked
     WHERE ${conditions({ search, after }, value)}
     ORDER BY figure DESC, last_seen_at DESC, id
     LIMIT ${value(limit)}`,
    bind,
  );
}

/** The fingerprints of the failures of tests with the text in their title or file. */
function found(search: string, value: BindValue): string {
  return `, found AS (
       SELECT DISTINCT failing_tests.fingerprint_id
       FROM tests
       JOIN failing_tests ON failing_tests.test_id = tests.id
       WHERE tests.organization_id = $1
         AND ${testSearchCondition(search, value)}
     )`;
}

const TESTED = `, tested AS (
       SELECT fingerprint_id, count(*)::integer AS tests
       FROM failing_tests
       GROUP BY fingerprint_id
     )`;

function conditions(
  {
    search,
    after,
  }: {
    search: string | undefined;
    after: GroupPlace | null;
  },
  value: BindValue,
): string {
  const all = ['true'];
  if (search !== undefined) {
    const pattern = value(buildLikePattern(search));
    all.push(
      `(is_found OR pattern ILIKE ${pattern} OR ${fingerprintText('id')} = ${value(search)})`,
    );
  }
  if (after !== null) {
    const figure = `${value(after.value)}::integer`;
    const lastSeenAt = `${value(after.lastSeenAt)}::timestamptz`;
    all.push(
      `((figure, last_seen_at) < (${figure}, ${lastSeenAt})
         OR (figure, last_seen_at) = (${figure}, ${lastSeenAt}) AND id > ${value(after.id)})`,
    );
  }
  return all.join('\n       AND ');
}
