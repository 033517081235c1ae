import type { HistoryRun } from '@svc/analysis/test-state';
import type { Scope } from '../db/scope.ts';
import { unpackRuns, type PackedRun } from '../history/packed-runs.ts';
import { newestRuns, type CountedRuns } from './counted-runs.queries.ts';
import { numberedExecutions, type NumberedExecution } from './numbered-executions.queries.ts';
import { storedTestStates, type StoredTestState } from './test-states.queries.ts';

// What a test's state is made from. More runs than this say nothing new, and are kept for every watched test.
const NEWEST_RUNS = 500;

/** A test with its newest 500 counted runs on all branches, oldest first. */
export interface TestHistory {
  testId: string;
  projectId: string;
  runs: (HistoryRun & PackedRun)[];
  /** False when there are more. */
  isWhole: boolean;
  /** Evidence up to then does not count, as a history told that reached further back. Milliseconds since 1970. */
  evidenceAfter: number | null;
}

/** The default branch of each project. */
export type DefaultBranches = ReadonlyMap<string, string | null>;

/** Executions by project, as numbers. */
export type ExecutionNumbers = ReadonlyMap<string, ReadonlySet<number>>;

/** Runs that are yet to be put in their order. */
interface LooseHistory extends CountedRuns {
  /** Runs that were known before and are in no results: they stand where retention took these. */
  left: readonly PackedRun[];
  isWhole: boolean;
}

/**
 * The histories of tests after executions changed: `changes` is what these say now of each test. The
 * history of a watched test lies in its state, so that nothing but the change is read; that of others is
 * read whole.
 */
export async function changedHistories(
  scope: Scope,
  {
    changes,
    changed,
    defaultBranches,
  }: {
    changes: readonly CountedRuns[];
    changed: ExecutionNumbers;
    defaultBranches: DefaultBranches;
  },
): Promise<TestHistory[]> {
  const states = await storedTestStates(
    scope,
    changes.map((test) => test.testId),
  );
  const followed = changes.flatMap((test) => {
    const state = states.get(test.testId);
    return state?.watched === true ? (follow(state, { test, changed }) ?? []) : [];
  });
  const followedIds = new Set(followed.map((test) => test.testId));
  const unknown = changes.flatMap(({ testId }) => (followedIds.has(testId) ? [] : [testId]));
  const read = await looseHistories(scope, { testIds: unknown, states });
  return inOrder(scope, { tests: [...followed, ...read], states, defaultBranches });
}

/** The histories of these tests from all their results, with what is known of those that retention took. */
export async function wholeHistories(
  scope: Scope,
  { testIds, defaultBranches }: { testIds: readonly string[]; defaultBranches: DefaultBranches },
): Promise<TestHistory[]> {
  const states = await storedTestStates(scope, testIds);
  const tests = await looseHistories(scope, { testIds, states });
  return inOrder(scope, { tests, states, defaultBranches });
}

type States = ReadonlyMap<string, StoredTestState>;

/** Null where runs fell away, and older ones that the state does not know take their places. */
function follow(
  state: StoredTestState,
  { test, changed }: { test: CountedRuns; changed: ExecutionNumbers },
): LooseHistory | null {
  const numbers = changed.get(test.projectId);
  const before = unpackRuns(state.runs).filter(({ number }) => numbers?.has(number) !== true);
  const runs = [...before, ...test.runs];
  if (!state.isWhole && runs.length < NEWEST_RUNS) return null;
  return { ...test, runs, left: [], isWhole: state.isWhole };
}

async function looseHistories(
  scope: Scope,
  { testIds, states }: { testIds: readonly string[]; states: States },
): Promise<LooseHistory[]> {
  if (testIds.length === 0) return [];
  const read = await newestRuns(scope, { testIds, limit: NEWEST_RUNS + 1 });
  const found = new Map(read.map((test) => [test.testId, test]));
  return testIds.flatMap((testId): LooseHistory[] => {
    const state = states.get(testId);
    const test = found.get(testId) ?? (state && { ...state, runs: [] });
    if (test === undefined) return [];
    const numbers = new Set(test.runs.map((run) => run.number));
    const left = state ? unpackRuns(state.runs).filter((run) => !numbers.has(run.number)) : [];
    return [{ ...test, left, isWhole: left.length === 0 || (state?.isWhole ?? true) }];
  });
}

async function inOrder(
  scope: Scope,
  {
    tests,
    states,
    defaultBranches,
  }: { tests: readonly LooseHistory[]; states: States; defaultBranches: DefaultBranches },
): Promise<TestHistory[]> {
  const executions = await executionsOf(scope, tests);
  return tests.flatMap(({ testId, projectId, runs, left, isWhole }): TestHistory[] => {
    const known = executions.get(projectId);
    const placed = [
      ...runs.flatMap((run) => placedRun(run, known?.get(run.number))),
      ...left.flatMap((run) => {
        const execution = known?.get(run.number);
        return execution?.expired === true ? placedRun(run, execution) : [];
      }),
    ];
    const branch = defaultBranches.get(projectId) ?? null;
    return [
      {
        testId,
        projectId,
        runs: placed
          .toSorted(byMoment)
          .slice(-NEWEST_RUNS)
          .map(({ run, execution }) => historyRun(run, { execution, branch })),
        isWhole: isWhole && placed.length <= NEWEST_RUNS,
        evidenceAfter: states.get(testId)?.evidenceAfter?.getTime() ?? null,
      },
    ];
  });
}

async function executionsOf(
  scope: Scope,
  tests: readonly LooseHistory[],
): Promise<Map<string, Map<number, NumberedExecution>>> {
  const numbersOf = new Map<string, Set<number>>();
  for (const { projectId, runs, left } of tests) {
    const numbers = numbersOf.get(projectId) ?? new Set();
    for (const { number } of runs) numbers.add(number);
    for (const { number } of left) numbers.add(number);
    numbersOf.set(projectId, numbers);
  }
  const found = new Map<string, Map<number, NumberedExecution>>();
  for (const [projectId, numbers] of numbersOf) {
    found.set(projectId, await numberedExecutions(scope, { projectId, numbers: [...numbers] }));
  }
  return found;
}

interface PlacedRun {
  run: PackedRun;
  execution: NumberedExecution;
}

function placedRun(run: PackedRun, execution: NumberedExecution | undefined): PlacedRun[] {
  return execution === undefined ? [] : [{ run, execution }];
}

function byMoment({ execution: a }: PlacedRun, { execution: b }: PlacedRun): number {
  return a.startedAt - b.startedAt || (a.executionId < b.executionId ? -1 : 1);
}

function historyRun(
  run: PackedRun,
  { execution, branch }: { execution: NumberedExecution; branch: string | null },
): HistoryRun & PackedRun {
  const { executionId, startedAt, commit, infrastructure } = execution;
  return {
    ...run,
    at: startedAt,
    executionId,
    commit: commit === '' ? null : commit,
    outcome: run.failed ? 'failed' : 'passed',
    onDefaultBranch: branch !== null && execution.branch === branch,
    infrastructure,
  };
}
