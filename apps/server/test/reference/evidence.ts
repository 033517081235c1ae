import { changePoints } from './change-points.ts';
import type { Execution } from './attempts.ts';
import { countsForBranch } from './executions.ts';
import { isFailure } from './results.ts';
import { endOf, runsOf, type Run } from './runs.ts';

/** All evidence of flakiness, over all time; independent of a question's window. */
export interface History {
  executions: Execution[];
  /** Oldest first. */
  runs: Run[];
  /** Which of the runs are flaky runs that count. */
  flakyRuns: Set<Run>;
}

/** The runs of all executions, and which of them are evidence of flakiness. */
export function historyOf(executions: Execution[]): History {
  const runs = runsOf(executions);
  const flakyRuns = new Set<Run>();
  for (const ofTest of Map.groupBy(runs, (run) => run.testId).values()) {
    const since = startOfLastSegment(ofTest, executions);
    for (const run of ofTest) {
      if (isInfrastructure(run.execution)) continue;
      if (run.execution.startedAt < since) continue;
      if (run.isFlaky || isContradicted(run, ofTest)) flakyRuns.add(run);
    }
  }
  return { executions, runs, flakyRuns };
}

/** The test failed in a part of the run, and passed in parts of another execution that had the same code. */
export function isContradicted(run: Run, ofTest: readonly Run[]): boolean {
  const others = ofTest.filter((other) => other.execution !== run.execution);
  return run.results
    .filter(isFailure)
    .some(({ code }) => code !== null && others.some((other) => hasPassed(other, code)));
}

function hasPassed(run: Run, code: string): boolean {
  return endOf(run.results.filter((result) => result.code === code)) === 'passed';
}

/** At least 20 results passed or failed, and at least 80 % of them failed: an outage, not evidence. */
export function isInfrastructure({ results }: Execution): boolean {
  const failures = results.filter(isFailure).length;
  const spoke = failures + results.filter(({ status }) => status === 'passed').length;
  return spoke >= 20 && failures / spoke >= 0.8;
}

/** When the outcomes on the default branch last changed; -Infinity if they never did. */
function startOfLastSegment(ofTest: readonly Run[], executions: readonly Execution[]): number {
  const runs = segmentedRuns(ofTest, executions);
  const last = changePoints(runs).at(-1);
  return last === undefined ? -Infinity : (runs[last]?.execution.startedAt ?? -Infinity);
}

/**
 * The runs that change points are searched in: the newest 500 counted runs in executions that speak for a branch (by
 * default the default branch), without outages.
 */
export function segmentedRuns(
  ofTest: readonly Run[],
  executions: readonly Execution[],
  named?: string,
): Run[] {
  const branch = named ?? defaultBranch(ofTest[0]?.execution.project ?? '', executions);
  return ofTest
    .filter((run) => run.isCounted && branch !== null && run.execution.branch === branch)
    .filter((run) => countsForBranch(run.execution, executions))
    .filter((run) => !isInfrastructure(run.execution))
    .slice(-500);
}

/**
 * The default branch, from the executions from CI if there are any: the branch that most executions have as their
 * base, if these are at least 5 %; otherwise main, master, or the branch with most executions.
 */
export function defaultBranch(project: string, executions: readonly Execution[]): string | null {
  const all = executions.filter((execution) => execution.project === project);
  const ofCi = all.filter((execution) => execution.isFromCi);
  const ofProject = ofCi.length > 0 ? ofCi : all;
  const bases = ofProject.map((execution) => execution.baseBranch);
  const base = mostFrequent(bases);
  const votes = bases.filter((name) => name === base).length;
  if (base !== null && votes / ofProject.length >= 0.05) return base;
  const branches = ofProject.map((execution) => execution.branch);
  if (branches.includes('main')) return 'main';
  if (branches.includes('master')) return 'master';
  return mostFrequent(branches);
}

function mostFrequent(names: readonly (string | null)[]): string | null {
  const counts = Map.groupBy(
    names.filter((name) => name !== null),
    (name) => name,
  );
  const [first] = [...counts].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  );
  return first?.[0] ?? null;
}
