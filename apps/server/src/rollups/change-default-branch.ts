import type { TransactionScope } from '../db/scope.ts';
import {
  chooseDefaultBranches,
  writeChosenBranch,
  writeDefaultBranches,
  type DefaultBranch,
} from './tests/default-branch.queries.ts';
import { judgeTests } from './tests/judge-tests.ts';
import { listEverFailingTests } from './tests/test-states.queries.ts';

/**
 * Stores the default branch that an admin chose for a project, or with null, the one of its newest executions. Judges
 * the states of its tests by the new branch, which is no news of a test. Everything else reads the branch when it
 * answers. The caller holds the roll-up lock, and has rolled up all changes
 * with it. Returns the new default branch.
 */
export async function changeDefaultBranch(
  scope: TransactionScope,
  { projectId, branch }: { projectId: string; branch: string | null },
): Promise<string | null> {
  const chosen = await chooseDefaultBranches(scope, [projectId], { branch });
  const [after] = chosen;
  if (after?.moved === true) await judgeMoved(scope, after);
  // Last: uploads wait for the row of the project, which they number their executions with.
  await writeChosenBranch(scope, { projectId, branch });
  await writeDefaultBranches(scope, chosen);
  return after?.branch ?? null;
}

async function judgeMoved(scope: TransactionScope, branch: DefaultBranch): Promise<void> {
  await judgeTests(scope, {
    testIds: await listEverFailingTests(scope, [branch.projectId]),
    defaultBranches: new Map([[branch.projectId, branch]]),
  });
}
