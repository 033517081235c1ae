import type { TestState } from '@svc/contract/executions/outcomes';
import type { TestSummary } from '@svc/contract/history/tests';
import type { Scope } from '../db/scope.ts';
import { toArrayLiteral } from '../db/connections/plain-array.ts';

/** Range of commits in which a test began to fail or flake; the author of the first bad commit is not stored. */
export type TestSince = Omit<NonNullable<TestSummary['since']>, 'author' | 'isAtLeast'>;

/** The facts of a test that do not depend on the question's executions. */
export interface DescribedTest {
  testId: string;
  titlePath: string[];
  file: string;
  variant: string | null;
  project: string;
  firstSeenAt: Date;
  /** Does not check whether a `healthy` test has enough runs. */
  state: Exclude<TestState, 'unknown'>;
  /** Range of commits in which the test began to fail or flake on the default branch. */
  since: TestSince | null;
  defaultBranch: string | null;
}

/** The stored tests among these, by id. */
export async function describeTests(
  scope: Scope,
  testIds: readonly string[],
): Promise<Map<string, DescribedTest>> {
  if (testIds.length === 0) return new Map();
  const rows = await scope.query<
    Omit<DescribedTest, 'since'> & { since: Omit<TestSince, 'branch'> | null }
  >(
    `SELECT replace(tests.id::text, '-', '') AS "testId",
            tests.title_path AS "titlePath",
            tests.file,
            tests.variant,
            projects.name AS project,
            tests.first_seen_at AS "firstSeenAt",
            coalesce(test_states.state, 'healthy') AS state,
            test_states.since,
            projects.default_branch AS "defaultBranch"
     FROM tests
     JOIN projects ON projects.organization_id = $1 AND projects.id = tests.project_id
     LEFT JOIN test_states ON test_states.organization_id = $1 AND test_states.test_id = tests.id
     WHERE tests.organization_id = $1 AND tests.id = ANY ($2::uuid[])`,
    [scope.organizationId, toArrayLiteral(testIds)],
  );
  return new Map(
    rows.map((row) => [
      row.testId,
      { ...row, since: row.since && { ...row.since, branch: row.defaultBranch } },
    ]),
  );
}
