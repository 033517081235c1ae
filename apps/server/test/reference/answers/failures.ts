import type { FailureGroup, FailurePhase, FailureSort } from '@svc/contract/history/failures';
import { countedOf, isAskedFor, type Asked } from '../asked.ts';
import type { Execution } from '../attempts.ts';
import { countsForBranch } from '../executions.ts';
import { isFailure, type Result } from '../results.ts';
import { byTime } from '../runs.ts';
import { standingOf, type Failure, type Standing } from './failure-phases.ts';
import { compareTexts } from './tests.ts';

/** Without pattern (of the fingerprint), classification (of the analysis), result id and numbers (of the service). */
export type ReferenceFailureGroup = Omit<
  FailureGroup,
  'pattern' | 'classification' | 'example' | 'gone'
> &
  Standing & {
    project: string;
    example: Omit<FailureGroup['example'], 'resultId' | 'executionNumber'>;
  };

export interface FailuresAsked extends Asked {
  sort: FailureSort;
  phase?: FailurePhase | undefined;
}

const DAY_MS = 86_400_000;

/**
 * The answer of GET /api/failures, one group for each fingerprint, over all requested projects. `fingerprintOf` is
 * passed in; null for a failure without any details.
 */
export function referenceFailures(
  executions: readonly Execution[],
  question: FailuresAsked,
  fingerprintOf: (result: Result) => string | null,
): ReferenceFailureGroup[] {
  const asked = { ...question, ...countedOf(executions, question).filter };
  const ever = sightingsOf(executions, fingerprintOf);
  const isAsked = isAskedFor(asked);
  const inWindow = ever.filter(({ execution, result }) => isFailure(result) && isAsked(execution));
  const groups = Map.groupBy(inWindow, (failure) => failure.fingerprint);
  return [...groups.values()]
    .map((group) => groupItem(group, { executions, ever, asked }))
    .filter((group) => group !== null)
    .filter((group) => asked.phase === undefined || asked.phase === group.phase)
    .toSorted(
      (a, b) =>
        ORDERS[asked.sort](a, b) ||
        ORDERS.newest(a, b) ||
        compareTexts(a.fingerprint, b.fingerprint),
    );
}

type Order = (a: ReferenceFailureGroup, b: ReferenceFailureGroup) => number;

const ORDERS: Record<FailureSort, Order> = {
  count: (a, b) => b.count - a.count,
  newest: (a, b) => compareTexts(b.lastSeenAt, a.lastSeenAt),
  tests: (a, b) => b.tests - a.tests,
};

/** Every result with a failed attempt, including those that passed on retry; the oldest execution first. */
function sightingsOf(
  executions: readonly Execution[],
  fingerprintOf: (result: Result) => string | null,
): Failure[] {
  return executions.toSorted(byTime).flatMap((execution) =>
    execution.results
      .filter((result) => isFailure(result) || result.isFlaky)
      .flatMap((result) => {
        const fingerprint = fingerprintOf(result);
        return fingerprint === null ? [] : [{ execution, result, fingerprint }];
      }),
  );
}

function groupItem(
  group: readonly Failure[],
  { executions, ever, asked }: { executions: readonly Execution[]; ever: Failure[]; asked: Asked },
): ReferenceFailureGroup | null {
  const newest = group.at(-1);
  if (newest === undefined) return null;
  const sightings = ever.filter(
    (one) =>
      one.fingerprint === newest.fingerprint &&
      group.some(({ execution }) => execution.project === one.execution.project),
  );
  const firstSeenAt = sightings[0]?.execution.startedAt ?? NaN;
  const { execution, result, fingerprint } = newest;
  const branches = Map.groupBy(group, (failure) => failure.execution.branch);
  return {
    fingerprint,
    project: execution.project,
    count: group.length,
    tests: new Set(group.map((failure) => failure.result.testId)).size,
    executions: new Set(group.map((failure) => failure.execution)).size,
    projects: new Set(group.map((failure) => failure.execution.project)).size,
    branches: [...branches]
      .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || compareTexts(a ?? '', b ?? ''))
      .flatMap(([branch]) => branch ?? [])
      .slice(0, 5),
    ...standingOf(group, executions, { asked, firstSeenAt }),
    firstSeenAt: new Date(firstSeenAt).toISOString(),
    lastSeenAt: new Date(execution.startedAt).toISOString(),
    perDay: failuresPerDay(group, asked),
    example: {
      executionId: execution.id,
      testId: result.testId,
      project: execution.project,
      title: result.title,
      file: result.file,
      line: result.line,
      message: result.errors[0]?.message ?? null,
    },
  };
}

/** The newest of the project's executions that counts for a branch. */
export function newestSpeaking(
  executions: readonly Execution[],
  project: string,
  branch: string,
): Execution | undefined {
  return executions
    .filter(
      (one) => one.project === project && one.branch === branch && countsForBranch(one, executions),
    )
    .toSorted(byTime)
    .at(-1);
}

function failuresPerDay(group: readonly Failure[], { from, to }: Asked): number[] {
  const perDay: number[] = [];
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < to; day += DAY_MS) {
    const ofDay = group.filter(
      ({ execution: { startedAt } }) => startedAt >= day && startedAt < day + DAY_MS,
    );
    perDay.push(ofDay.length);
  }
  return perDay;
}
