import type { Scope } from '../../../db/scope.ts';
import type { TestSince } from '../../../history/described-tests.queries.ts';
import { createBinds } from '../../../db/conditions/execution-conditions.ts';

export interface NewlyFlakyTest {
  testId: string;
  project: string;
  becameFlakyAt: Date;
  since: TestSince | null;
}

// More than anyone fixes in a week. If there are more, only the newest are considered.
const MAX_TESTS = 1_000;

/** The flaky tests that became flaky since `from`. Uses the index test_states_unhealthy. */
export async function listNewlyFlakyTests(
  scope: Scope,
  { project, from }: { project: string | undefined; from: Date },
): Promise<NewlyFlakyTest[]> {
  const { bind, value } = createBinds(scope.organizationId);
  return scope.query<NewlyFlakyTest>(
    `SELECT replace(test_states.test_id::text, '-', '') AS "testId",
            projects.name AS project,
            test_states.became_flaky_at AS "becameFlakyAt",
            test_states.since
     FROM test_states
     JOIN projects ON projects.organization_id = $1
                  AND projects.id = test_states.project_id
     WHERE test_states.organization_id = $1
       AND test_states.state = 'flaky'
       AND test_states.became_flaky_at >= ${value(from)}
       ${project === undefined ? '' : `AND projects.name = ${value(project)}`}
     ORDER BY test_states.became_flaky_at DESC, test_states.test_id
     LIMIT ${MAX_TESTS}`,
    bind,
  );
}
