import type { FailureGroup } from '@svc/contract/history/failures';
import { isAskedFor, type Asked } from '../asked.ts';
import { defaultBranch } from '../evidence.ts';
import type { Execution } from '../attempts.ts';
import { countsForBranch } from '../executions.ts';
import type { Result } from '../results.ts';
import { byTime, runsOf } from '../runs.ts';

/** A result with a failed attempt. */
export interface Failure {
  execution: Execution;
  result: Result;
  fingerprint: string;
}

export type Standing = Pick<FailureGroup, 'phase' | 'onlyOn'> & {
  gone: Omit<NonNullable<FailureGroup['gone']>, 'number'> | null;
};

/** The failures of one cause in one suite of a branch. */
interface SuiteStanding {
  /** Of the branch that counts: the requested one, else the default branch. */
  isBase: boolean;
  /** The executions of the suite that speak, the oldest first. */
  counted: Execution[];
  last: Execution;
  /** It has not run for 48 hours while the branch that counts has. */
  isStale: boolean;
  /** When the last of its tests passed for the first time after its last failure; null while one has not. */
  passedIn: Execution | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Where the failures of one cause stand. Each suite of a branch is judged alone: its failures are over when each test
 * passed later in the suite. The branch that counts decides if it had the failure. What it fixed counts again only on a
 * branch that failed after the fix and ran in the last 48 hours. A suite of another branch without a run for 14
 * days, while the branch that counts has some, does not count. The days end with the window, or with the last run of
 * the branch that counts if that has none for 14 days either.
 */
export function standingOf(
  failures: readonly Failure[],
  executions: readonly Execution[],
  { asked, firstSeenAt }: { asked: Asked; firstSeenAt: number },
): Standing {
  const projects = Map.groupBy(failures, ({ execution }) => execution.project);
  const standings = [...projects].map(([project, ofProject]) => {
    const branch = asked.branch ?? defaultBranch(project, executions);
    return { branch, ...projectStanding(ofProject, executions, { asked, branch }) };
  });
  const open = standings.flatMap((standing) => standing.open);
  if (open.length === 0) {
    const [gone] = standings
      .flatMap((standing) => standing.gone ?? [])
      .toSorted((one, other) => byTime(other, one));
    return { phase: 'over', onlyOn: [], gone: gone === undefined ? null : goneIn(gone) };
  }
  const onBase = open.filter(({ isBase }) => isBase);
  const isNew = onBase.some(({ counted }) =>
    isOfLastExecutions(counted, { firstSeenAt, to: asked.to }),
  );
  const isLate = firstSeenAt >= asked.to - 48 * HOUR_MS;
  return {
    phase: isNew || isLate ? 'new' : 'ongoing',
    onlyOn:
      onBase.length > 0 || standings.some(({ branch }) => branch === null)
        ? []
        : branchesOf(open).slice(0, 5),
    gone: null,
  };
}

function projectStanding(
  failures: readonly Failure[],
  executions: readonly Execution[],
  { asked, branch }: { asked: Asked; branch: string | null },
): { open: SuiteStanding[]; gone: Execution | null } {
  const project = failures[0]?.execution.project;
  const known = executions
    .filter(isAskedFor({ ...asked, source: 'all' }))
    .filter((execution) => execution.project === project)
    .toSorted(byTime);
  const ofBase = known
    .filter((one) => one.branch === branch && countsForBranch(one, executions))
    .at(-1);
  const isSilentFor = (lastAt: number, ms: number) =>
    ofBase !== undefined && lastAt < ofBase.startedAt - ms;
  const isQuiet = (lastAt: number) => {
    if (ofBase === undefined) return false;
    const baseRuns = ofBase.startedAt >= asked.to - 14 * DAY_MS;
    return lastAt < (baseRuns ? asked.to : ofBase.startedAt) - 14 * DAY_MS;
  };
  const standings = [
    ...Map.groupBy(failures, ({ execution }) => `${execution.branch} ${execution.suite}`).values(),
  ].flatMap((ofSuite) => {
    const [{ execution } = { execution: undefined }] = ofSuite;
    const runs = known.filter(
      (one) => one.branch === execution?.branch && one.suite === execution.suite,
    );
    const lastAt = runs.at(-1)?.startedAt ?? 0;
    const last = ofSuite
      .map((one) => one.execution)
      .toSorted(byTime)
      .at(-1);
    if (last === undefined) return [];
    if (last.branch !== branch && isQuiet(lastAt)) return [];
    const counted = runs.filter((one) => countsForBranch(one, executions));
    return [
      {
        isBase: last.branch === branch,
        counted,
        last,
        isStale: isSilentFor(lastAt, 48 * HOUR_MS),
        passedIn: passedIn(ofSuite, counted),
      },
    ];
  });
  const base = standings.filter(({ isBase }) => isBase);
  const isFixed = base.length > 0 && base.every((one) => one.passedIn !== null);
  const fixed = isFixed ? lastOf(base.flatMap((one) => one.passedIn ?? [])) : null;
  return {
    open: standings.filter(
      ({ passedIn: passed, last, isStale, isBase }) =>
        passed === null && (isBase || fixed === null || (byTime(last, fixed) > 0 && !isStale)),
    ),
    gone: fixed ?? lastOf(standings.flatMap((one) => one.passedIn ?? [])),
  };
}

/** The execution by which each of the tests had passed again; null if one has not. */
function passedIn(failures: readonly Failure[], counted: readonly Execution[]): Execution | null {
  const tests = Map.groupBy(failures, ({ result }) => result.testId);
  const passes = [...tests].map(([testId, ofTest]) => {
    const last = lastOf(ofTest.map(({ execution }) => execution));
    return counted.find(
      (execution) =>
        last !== null &&
        byTime(execution, last) > 0 &&
        runsOf([execution]).some((run) => run.testId === testId && run.ended === 'passed'),
    );
  });
  const known = passes.filter((execution) => execution !== undefined);
  return known.length === passes.length ? lastOf(known) : null;
}

function isOfLastExecutions(
  counted: readonly Execution[],
  { firstSeenAt, to }: { firstSeenAt: number; to: number },
): boolean {
  const [first] = counted.slice(-3);
  return first !== undefined && firstSeenAt >= first.startedAt && firstSeenAt >= to - 14 * DAY_MS;
}

function branchesOf(open: readonly SuiteStanding[]): string[] {
  const newestFirst = open.toSorted((one, other) => byTime(other.last, one.last));
  return [...new Set(newestFirst.flatMap(({ last }) => last.branch ?? []))];
}

function lastOf(executions: readonly Execution[]): Execution | null {
  return executions.toSorted(byTime).at(-1) ?? null;
}

function goneIn({ id, startedAt, project, branch }: Execution) {
  return { executionId: id, project, at: new Date(startedAt).toISOString(), branch };
}
