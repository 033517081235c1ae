import type { HistoryRun } from '@svc/analysis/flakiness/test-state';
import type { TransactionScope } from '../../db/scope.ts';
import { NEWEST_RUNS, unpackRuns, type PackedRun } from '../../history/packed-runs.ts';
import { readContradictedOfTests, type ContradictedRuns } from './contradicted-runs.queries.ts';
import { parseCountedRuns, type CountedRun, type TestRuns } from './counted-runs.queries.ts';
import type { DefaultBranch } from './default-branch.queries.ts';
import { KnownExecutions } from '../executions/known-executions.ts';
import { readNewestRuns } from './newest-runs.ts';
import type { NumberedExecution } from '../executions/numbered-executions.queries.ts';
import { readExpiredRuns, type ExpiredRuns } from './expired-runs.queries.ts';
import { listOlderEvidence } from './older-evidence.queries.ts';
import { endsWithQuietRuns, isAlone, findQuietStart, QUIET_RUNS } from './quiet-runs.ts';
import type { StoredTestState } from './test-states.queries.ts';

/** A counted run as input to the state of its test. */
export interface StateRun extends HistoryRun, PackedRun {
  /** False for a developer's run in a project with runs from CI: it is counted, but does not change the state. */
  judges: boolean;
  /** The branch that the execution counts for; null if it counts for none. */
  speaksFor: string | null;
}

/** A test with its newest 500 counted runs on all branches, oldest first. */
export interface TestHistory {
  testId: string;
  projectId: string;
  runs: StateRun[];
  /** False when there are older runs. */
  isWhole: boolean;
  /**
   * If there are older runs: the index of the first of many quiet runs that end everything before them, and the time
   * of the newest evidence before them, in milliseconds since 1970. Null if there are none.
   */
  quiet: { from: number; evidenceAt: number } | null;
  /** Evidence up to then was forgotten because of runs that retention deleted. In milliseconds since 1970. */
  forgottenUntil: number | null;
}

/** The default branch of each project, and whether only executions from CI count for it. */
export type DefaultBranches = ReadonlyMap<string, Pick<DefaultBranch, 'branch' | 'hasCi'>>;

/** The stored states of tests, by id. A healthy test has none. */
export type TestStates = ReadonlyMap<string, StoredTestState>;

/** Unsorted runs with their executions. */
interface LooseHistory {
  testId: string;
  projectId: string;
  runs: readonly PlacedRun[];
  isWhole: boolean;
}

interface PlacedRun {
  run: PackedRun;
  execution: NumberedExecution;
}

/** The changes to judge: the executions, their contradictions, and the runs of each test in them. */
export interface Changes {
  executions: readonly NumberedExecution[];
  contradicted: ContradictedRuns;
  tests: readonly TestRuns[];
}

/**
 * The histories of tests after executions changed. The history of a watched test is stored in its state, so only the
 * change is read; other histories are read in full. `states` has the stored states of
 * the tests, and `known` the changed executions.
 */
export async function readChangedHistories(
  scope: TransactionScope,
  {
    changes,
    states,
    known,
    defaultBranches,
  }: {
    changes: Changes;
    states: TestStates;
    known: KnownExecutions;
    defaultBranches: DefaultBranches;
  },
): Promise<TestHistory[]> {
  const { executions, contradicted, tests } = changes;
  const expiredRuns = await readExpiredRuns(
    scope,
    tests.map((test) => test.testId),
  );
  await known.readNumbers([...states.values()]);
  const changedIds = new Set(executions.map((execution) => execution.executionId));
  const followed = tests.flatMap((test): LooseHistory[] => {
    const state = states.get(test.testId);
    if (state?.watched !== true) return [];
    const { testId, projectId, isWhole } = state;
    const after = placeRuns(parseCountedRuns(test), { testId, known, contradicted });
    const readIds = new Set(after.map(({ execution }) => execution.executionId));
    const runs: PlacedRun[] = [];
    for (const placed of known.place(projectId, unpackRuns(state.runs))) {
      if (!changedIds.has(placed.execution.executionId)) runs.push(placed);
      else if (isOnlyStored(placed.execution, readIds)) {
        runs.push(rejudgeRun(placed, { testId, contradicted }));
      }
    }
    runs.push(...after);
    // If runs were removed, older ones that the state does not contain must replace them.
    return isWhole || runs.length >= NEWEST_RUNS ? [{ testId, projectId, runs, isWhole }] : [];
  });
  const followedIds = new Set(followed.map((test) => test.testId));
  const others = await readHistories(scope, {
    testIds: tests.flatMap(({ testId }) => (followedIds.has(testId) ? [] : [testId])),
    expiredRuns,
    known,
  });
  return withQuietRuns(
    scope,
    [...followed, ...others].map((test) =>
      buildTestHistory(test, { expiredRuns, defaultBranches }),
    ),
  );
}

/** The histories of these tests from all their results, and from the kept runs of deleted results. */
export async function readWholeHistories(
  scope: TransactionScope,
  { testIds, defaultBranches }: { testIds: readonly string[]; defaultBranches: DefaultBranches },
): Promise<TestHistory[]> {
  const known = new KnownExecutions(scope, []);
  const expiredRuns = await readExpiredRuns(scope, testIds);
  const tests = await readHistories(scope, { testIds, expiredRuns, known });
  return withQuietRuns(
    scope,
    tests.map((test) => buildTestHistory(test, { expiredRuns, defaultBranches })),
  );
}

async function readHistories(
  scope: TransactionScope,
  {
    testIds,
    expiredRuns,
    known,
  }: {
    testIds: readonly string[];
    expiredRuns: ReadonlyMap<string, ExpiredRuns>;
    known: KnownExecutions;
  },
): Promise<LooseHistory[]> {
  if (testIds.length === 0) return [];
  const contradicted = await readContradictedOfTests(scope, testIds);
  const runsOf = await readNewestRuns(scope, testIds);
  await known.readIds(
    [...runsOf.values()].flatMap(({ runs }) => runs.map((run) => run.executionId)),
  );
  await known.readNumbers(testIds.flatMap((testId) => expiredRuns.get(testId) ?? []));
  return testIds.flatMap((testId): LooseHistory[] => {
    const kept = expiredRuns.get(testId);
    const test = runsOf.get(testId);
    const runs = placeRuns(test?.runs ?? [], { testId, known, contradicted });
    const projectId = runs[0]?.execution.projectId ?? kept?.projectId;
    if (projectId === undefined) return [];
    const expired = kept === undefined ? [] : known.place(projectId, unpackRuns(kept.runs));
    // A part may have arrived after retention deleted the execution's results.
    const readIds = new Set(runs.map(({ execution }) => execution.executionId));
    const missing = expired
      .filter(({ execution }) => !readIds.has(execution.executionId))
      .map((placed) => rejudgeRun(placed, { testId, contradicted }));
    const isWhole = test?.isCut !== true && kept?.isWhole !== false;
    return [{ testId, projectId, runs: [...runs, ...missing], isWhole }];
  });
}

/** Whether the stored run of a changed execution is the only trace of it, because its results are deleted. */
function isOnlyStored(
  { executionId, expired }: NumberedExecution,
  readIds: ReadonlySet<string>,
): boolean {
  return expired && !readIds.has(executionId);
}

/** A stored run with its present evidence: another execution may have contradicted its failure meanwhile. */
function rejudgeRun(
  { run, execution }: PlacedRun,
  { testId, contradicted }: { testId: string; contradicted: ContradictedRuns },
): PlacedRun {
  if (!run.failed) return { run, execution };
  const isContradicted = contradicted.has(`${testId} ${execution.executionId}`);
  return { run: { ...run, evidence: isContradicted ? 'contradiction' : null }, execution };
}

function placeRuns(
  runs: readonly CountedRun[],
  {
    testId,
    known,
    contradicted,
  }: { testId: string; known: KnownExecutions; contradicted: ContradictedRuns },
): PlacedRun[] {
  return runs.flatMap(({ executionId, ...run }): PlacedRun[] => {
    const execution = known.findKnown(executionId);
    if (execution === undefined) return [];
    const isContradicted = run.failed && contradicted.has(`${testId} ${executionId}`);
    const evidence = isContradicted ? 'contradiction' : run.evidence;
    return [{ run: { ...run, evidence, number: execution.number }, execution }];
  });
}

function buildTestHistory(
  { testId, projectId, runs, isWhole }: LooseHistory,
  {
    expiredRuns,
    defaultBranches,
  }: { expiredRuns: ReadonlyMap<string, ExpiredRuns>; defaultBranches: DefaultBranches },
): Omit<TestHistory, 'quiet'> {
  const trunk = defaultBranches.get(projectId) ?? NO_TRUNK;
  return {
    testId,
    projectId,
    runs: runs
      .toSorted(compareByMoment)
      .slice(-NEWEST_RUNS)
      .map((placed) => toStateRun(placed, trunk)),
    isWhole: isWhole && runs.length <= NEWEST_RUNS,
    forgottenUntil: expiredRuns.get(testId)?.evidenceAfter?.getTime() ?? null,
  };
}

/** Reads older evidence only for tests with many quiet runs, which are few. */
async function withQuietRuns(
  scope: TransactionScope,
  histories: readonly Omit<TestHistory, 'quiet'>[],
): Promise<TestHistory[]> {
  const from = new Map(
    histories.map(({ testId, runs, isWhole }) => [testId, isWhole ? null : findQuietStart(runs)]),
  );
  const quiet = new Map<string, TestHistory['quiet']>();
  let asked = histories.flatMap(({ testId, projectId, runs }) => {
    const first = runs[from.get(testId) ?? -1];
    return first === undefined ? [] : [{ testId, projectId, before: first.at }];
  });
  for (let step = 0; step < MAX_STEPS && asked.length > 0; step++) {
    const found = await listOlderEvidence(scope, asked, QUIET_RUNS);
    const projects = new Map(asked.map(({ testId, projectId }) => [testId, projectId]));
    asked = found.flatMap((evidence) => {
      const { testId, at } = evidence;
      if (endsWithQuietRuns(evidence)) {
        // Quiet runs before the newest ones end only what is before them.
        quiet.set(testId, { from: step === 0 ? (from.get(testId) ?? 0) : 0, evidenceAt: at });
        return [];
      }
      const projectId = projects.get(testId);
      return isAlone(evidence) && projectId !== undefined
        ? [{ testId, projectId, before: at }]
        : [];
    });
  }
  return histories.map((history) => ({ ...history, quiet: quiet.get(history.testId) ?? null }));
}

// One more for each flaky run that has only quiet runs before and after it.
const MAX_STEPS = 5;

const NO_TRUNK = { branch: null, hasCi: false };

function compareByMoment({ execution: a }: PlacedRun, { execution: b }: PlacedRun): number {
  return a.startedAt - b.startedAt || (a.executionId < b.executionId ? -1 : 1);
}

function toStateRun(
  { run, execution }: PlacedRun,
  trunk: Pick<DefaultBranch, 'branch' | 'hasCi'>,
): StateRun {
  const { executionId, startedAt, branch, commit, infrastructure, canSpeak, fromCi } = execution;
  const judges = fromCi || !trunk.hasCi;
  const speaksFor = judges && canSpeak ? branch : null;
  // One literal: copying the run with `...` takes several times as long, for up to 100,000 runs at a time.
  return {
    number: run.number,
    failed: run.failed,
    evidence: run.evidence,
    durationMs: run.durationMs,
    results: run.results,
    at: startedAt,
    executionId,
    commit: commit === '' ? null : commit,
    outcome: run.failed ? 'failed' : 'passed',
    onDefaultBranch: speaksFor !== null && speaksFor === trunk.branch,
    infrastructure,
    judges,
    speaksFor,
  };
}
