import { isFailure } from '@svc/contract/zod-free/is-failure';
import { isCounted, type ReportedExecution, type ReportedRun } from './reported-history.ts';

/** What the raw history says of one test. */
export interface TestEvidence {
  /** Counted runs. */
  runs: number;
  /** Keys of the executions in which it was flaky: by a retry, or by a contradiction. The oldest first. */
  flakyIn: string[];
  failures: number;
}

/** What makes each test flaky, by test id, change points aside. @see docs/read/definitions.md, "Flaky runs" */
export function evidenceIn(executions: readonly ReportedExecution[]): Map<string, TestEvidence> {
  const passedWith = passesByCode(executions);
  const evidence = new Map<string, TestEvidence>();
  for (const execution of executions) {
    const isOutage = isInfrastructure(execution);
    for (const run of execution.runs.values()) {
      if (!isCounted(run)) continue;
      const known = evidence.get(run.testId) ?? { runs: 0, flakyIn: [], failures: 0 };
      const isContradicted =
        isFailure(run.status) && passedWith.get(codeOf(execution))?.has(run.testId) === true;
      known.runs++;
      known.failures += isFailure(run.status) ? 1 : 0;
      if ((run.isFlaky || isContradicted) && !isOutage) known.flakyIn.push(execution.truth.key);
      evidence.set(run.testId, known);
    }
  }
  return evidence;
}

/** The tests that passed somewhere on a commit in an environment. No work tree is dirty. */
function passesByCode(executions: readonly ReportedExecution[]): Map<string, Set<string>> {
  const passed = new Map<string, Set<string>>();
  for (const execution of executions) {
    const known = passed.get(codeOf(execution)) ?? new Set<string>();
    for (const { testId, status } of execution.runs.values()) {
      if (status === 'passed') known.add(testId);
    }
    passed.set(codeOf(execution), known);
  }
  return passed;
}

function codeOf({ truth: { commit, environment } }: ReportedExecution): string {
  return `${commit} ${environment}`;
}

/** At least 20 tests ran and at least 80 % of them failed. */
export function isInfrastructure({ runs }: Pick<ReportedExecution, 'runs'>): boolean {
  const ran = [...runs.values()].filter((run: ReportedRun) => isCounted(run));
  return (
    ran.length >= 20 && ran.filter(({ status }) => isFailure(status)).length >= 0.8 * ran.length
  );
}
