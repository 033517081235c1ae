import { branchExecutions, type BranchExecution } from '../executions/branch-executions.queries.ts';
import { failuresAlike, type FailureAlike } from './failures-alike.queries.ts';
import type { Asked, FoundItem } from '../item.ts';

/**
 * The first commit that shows each item. Walks back over the branch's executions, from the item's own, until the
 * tests ran without this failure; the last execution before that has the commit. Skips executions that did not run
 * the tests, such as those of other jobs. For a run that failed without a failing test, walks back over such runs.
 * Looks at 50 executions at most.
 */
export async function sinceCommits(
  { scope }: Asked,
  items: readonly FoundItem[],
): Promise<Map<FoundItem, string | null>> {
  const failing = items.filter(({ kind }) => kind === 'failing' || kind === 'regression');
  const executions = await branchExecutions(
    scope,
    failing.flatMap((item) => item.executionId ?? []),
  );
  const wanted = failing.map((item) => ({
    item,
    executions: executions.get(item.executionId ?? '') ?? [],
  }));
  const withTests = wanted.filter(({ item }) => item.fingerprint !== null);
  const alike = await failuresAlike(
    scope,
    withTests.map(({ item, executions }) => ({
      fingerprint: item.fingerprint ?? '',
      testIds: item.testIds,
      executions,
    })),
  );
  return new Map(
    wanted.map(({ item, executions }) => {
      const at = withTests.findIndex((one) => one.item === item);
      const failures = at === -1 ? null : (alike[at] ?? null);
      return [item, firstBad(executions, (execution) => verdictOf(execution, failures))];
    }),
  );
}

type Verdict = 'bad' | 'good' | 'silent';

/** Null `failures`: the item is a run that failed without a failing test. */
function verdictOf(execution: BranchExecution, failures: FailureAlike | null): Verdict {
  if (failures === null) return execution.failedWithoutTest ? 'bad' : 'good';
  if (failures.failedIn.has(execution.id)) return 'bad';
  return failures.ranIn.has(execution.id) ? 'good' : 'silent';
}

/** `executions` newest first. */
function firstBad(
  executions: readonly BranchExecution[],
  verdict: (execution: BranchExecution) => Verdict,
): string | null {
  let commit: string | null = null;
  for (const execution of executions) {
    const found = verdict(execution);
    if (found === 'good') break;
    if (found === 'bad') commit = execution.commit ?? commit;
  }
  return commit;
}
