import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { AttentionSince } from '@svc/contract/history/attention';
import type { Outcome } from '@svc/contract/executions/outcomes';
import { EXECUTIONS_BACK, type BranchExecution } from '../executions/branch-executions.queries.ts';
import type { FailureAlike } from './failures-alike.queries.ts';

/** The first execution of a suite with a failure, and how the test ended before. */
export interface FirstBad {
  execution: BranchExecution;
  isAtLeast: boolean;
  before: AttentionSince['before'];
}

type Verdict = 'bad' | 'good' | 'silent';

/**
 * Walks back over the executions of a branch and suite (newest first) until the tests ran without this failure; the
 * last execution before that is the first bad one. Skips executions that did not run the tests, such as those of other
 * jobs. Null `failures`: the item is a run that failed without a failing test. Null without any bad execution.
 *
 * Without an execution before it that was good, it may have begun earlier. A regression was good on the base branch,
 * so its branch began it, unless more executions show it than were read.
 */
export function findFirstBad(
  executions: readonly BranchExecution[],
  { failures, isRegression }: { failures: FailureAlike | null; isRegression: boolean },
): FirstBad | null {
  const verdicts = executions.map((execution) => deriveVerdict(execution, failures));
  const good = verdicts.indexOf('good');
  const at = (good === -1 ? verdicts : verdicts.slice(0, good)).lastIndexOf('bad');
  const execution = executions[at];
  if (execution === undefined) return null;
  return {
    execution,
    isAtLeast: good === -1 && (!isRegression || executions.length === EXECUTIONS_BACK),
    before: before(collectOutcomes(executions.slice(at + 1), failures)),
  };
}

function deriveVerdict(execution: BranchExecution, failures: FailureAlike | null): Verdict {
  if (failures === null) {
    if (execution.status === 'interrupted') return 'silent';
    return execution.failedWithoutTest ? 'bad' : 'good';
  }
  if (failures.failedIn.has(execution.id)) return 'bad';
  return isRun(failures.outcomes.get(execution.id)) ? 'good' : 'silent';
}

/** How the first test ended in these executions; of a run without a failing test, how the executions ended. */
export function collectOutcomes(
  executions: readonly BranchExecution[],
  failures: FailureAlike | null,
): Outcome[] {
  return executions.flatMap(({ id, status }) => {
    if (failures !== null) return failures.outcomes.get(id) ?? [];
    return status === 'running' ? [] : [status];
  });
}

function isRun(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && outcome !== 'skipped' && outcome !== 'interrupted';
}

// Equals the definition of since when: three good runs in a row end earlier failures.
const RUNS_IN_A_ROW = 3;

/** Describes the outcomes, newest first, in words. */
function before(outcomes: readonly Outcome[]): string | null {
  const runs = outcomes.filter(isRun);
  const passed = countLeading(runs, (outcome) => outcome === 'passed');
  if (passed > 0 && (passed >= RUNS_IN_A_ROW || passed === runs.length)) {
    return `passed ${passed === 1 ? 'once' : `${passed} times`} before`;
  }
  const failed = countLeading(runs, isFailure);
  if (failed > 0) return 'failed with another error before';
  return runs.length === 0 ? null : 'flaky before';
}

function countLeading(runs: readonly Outcome[], has: (outcome: Outcome) => boolean): number {
  const end = runs.findIndex((outcome) => !has(outcome));
  return end === -1 ? runs.length : end;
}
