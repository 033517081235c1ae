import type { Comparison } from '@svc/contract/executions/compare';
import type { TestTruth } from '@svc/seed/truth';
import type { MainCommits } from './main-commits.ts';
import type { ReportedExecution, ReportedRun } from './reported-history.ts';

/** Which tests a comparison names, by list; their ids in order. */
export type ComparedLists = Record<(typeof LISTS)[number], string[]>;

const LISTS = [
  'regressions',
  'improvements',
  'stillFailing',
  'newlyFlaky',
  'newTests',
  'removedTests',
  'notRun',
] as const;

export function listsOf(comparison: Comparison): ComparedLists {
  return eachList((list) => comparison[list].map(({ testId }) => testId));
}

/** Two executions of main, and those of its project's main that began before the base. */
export interface ComparedPair {
  base: ReportedExecution;
  head: ReportedExecution;
  earlier: readonly ReportedExecution[];
}

/** Every two executions of main that follow each other in a project, those of the night aside. */
export function pairsOfMain(executions: readonly ReportedExecution[]): ComparedPair[] {
  const onMain = executions.filter(({ truth }) => truth.branch === 'main');
  return [...Map.groupBy(onMain, ({ truth }) => truth.project).values()].flatMap((ofProject) => {
    const inCi = ofProject.filter(({ truth }) => truth.environment === 'ci');
    return inCi.slice(1).flatMap((head, index) => {
      const base = inCi[index];
      if (base === undefined) return [];
      return [{ base, head, earlier: ofProject.slice(0, ofProject.indexOf(base)) }];
    });
  });
}

/**
 * What truth says of a pair: failures by what was broken in the commit, by outages, and by the chance
 * that flaky tests have; new and removed tests by births and removals. Of the uploads it takes only
 * which tests they hold.
 */
export function expectedLists(
  { base, head, earlier }: ComparedPair,
  isBroken: MainCommits['isBroken'],
): ComparedLists {
  const both = [...head.runs.values()].flatMap((run) => {
    const other = outcomeBefore(run, { base, head, earlier });
    if (other === undefined) return [];
    const was = endOf(other.run, other.execution, isBroken);
    return [{ testId: run.testId, was, is: endOf(run, head, isBroken) }];
  });
  const pick = (want: (pair: { was: Ending; is: Ending }) => boolean) =>
    both.filter(want).map(({ testId }) => testId);
  const gone = [...base.runs.values()].filter(({ testId }) => !head.runs.has(testId));
  const come = [...head.runs.values()].filter(({ testId }) => !base.runs.has(testId));
  const expected: ComparedLists = {
    regressions: pick(({ was, is }) => hasPassed(was) && is === 'failed'),
    improvements: pick(({ was, is }) => was === 'failed' && hasPassed(is)),
    stillFailing: pick(({ was, is }) => was === 'failed' && is === 'failed'),
    newlyFlaky: pick(({ was, is }) => was === 'passed' && is === 'flaky'),
    newTests: idsOf(come.filter((run) => isNew(run, { base, head, earlier }))),
    removedTests: idsOf(
      gone.filter(({ test }) => !isAlive(test, head) && !mayLack(head, test.file)),
    ),
    notRun: [
      ...idsOf(gone.filter(({ test }) => mayLack(head, test.file))),
      ...pick(({ was, is }) => is === 'interrupted' && (was === 'failed' || hasPassed(was))),
    ],
  };
  return eachList((list) => expected[list]);
}

/**
 * The test's run in the base; where the base had no chance to run it, in the newest earlier execution in CI that
 * was not partial, is at most 30 days old and saw the test to its end.
 */
function outcomeBefore(
  { testId, test }: ReportedRun,
  { base, earlier }: ComparedPair,
): { run: ReportedRun; execution: ReportedExecution } | undefined {
  const own = base.runs.get(testId);
  if (own !== undefined && (own.status !== 'interrupted' || !mayLack(base, test.file))) {
    return { run: own, execution: base };
  }
  if (!mayLack(base, test.file)) return undefined;
  const since = new Date(base.truth.startedAt).getTime() - EARLIER_MS;
  for (const execution of earlier.toReversed()) {
    const { kind, environment, startedAt } = execution.truth;
    if (environment !== 'ci' || kind === 'partial' || new Date(startedAt).getTime() < since)
      continue;
    const run = execution.runs.get(testId);
    if (run !== undefined && run.status !== 'interrupted' && run.status !== 'skipped') {
      return { run, execution };
    }
  }
  return own === undefined ? undefined : { run: own, execution: base };
}

const EARLIER_MS = 30 * 24 * 60 * 60 * 1000;

type Ending = 'passed' | 'flaky' | 'failed' | 'skipped' | 'interrupted';

function endOf(
  { test, status, failure }: ReportedRun,
  execution: ReportedExecution,
  isBroken: MainCommits['isBroken'],
): Ending {
  const { commit, stateAt } = execution.truth;
  if (test.skippedFrom !== null && test.skippedFrom <= stateAt) return 'skipped';
  if (status === 'interrupted') return 'interrupted';
  if (failure?.why === 'outage' || isBroken(test, commit)) return 'failed';
  if (failure?.why !== 'flaky') return 'passed';
  return test.retries > 0 ? 'flaky' : 'failed';
}

function hasPassed(ending: Ending): boolean {
  return ending === 'passed' || ending === 'flaky';
}

function isAlive(
  { bornAt, removedAt }: TestTruth,
  { truth: { stateAt } }: ReportedExecution,
): boolean {
  return (bornAt === null || bornAt <= stateAt) && (removedAt === null || removedAt > stateAt);
}

function mayLack({ truth: { kind }, brokenFiles }: ReportedExecution, file: string): boolean {
  return kind === 'partial' || kind === 'cutOff' || brokenFiles.has(file);
}

function isNew({ testId, test }: ReportedRun, { base, earlier }: ComparedPair): boolean {
  if (!mayLack(base, test.file)) return !isAlive(test, base);
  return !earlier.some(({ runs }) => runs.has(testId));
}

function idsOf(runs: readonly ReportedRun[]): string[] {
  return runs.map(({ testId }) => testId);
}

function eachList(idsIn: (list: (typeof LISTS)[number]) => string[]): ComparedLists {
  return Object.fromEntries(
    LISTS.map((list) => [list, idsIn(list).toSorted()]),
  ) as unknown as ComparedLists;
}
