import type { ComparedTest } from '@svc/analysis/compare/compare-executions';
import { isNoise, MIN_DURATIONS } from '@svc/analysis/statistics/duration-noise';
import { isUsualRatio, type MachineChange } from '@svc/analysis/compare/machine-change';
import type { Scope } from '../../db/scope.ts';
import type { ExecutionRow } from '../../history/executions/execution-rows.queries.ts';
import { listEarlierDurations } from './earlier-durations.queries.ts';
import { listEarlierExecutions } from './earlier-executions.queries.ts';
import { splitIntoChunks } from './test-chunks.ts';

// Old durations are of another machine or another version of the test, and each week costs a look into its partition.
// Most tests are in every execution, so they have 50 durations here.
const EXECUTIONS_WITH_DURATIONS = 50;
// More executions are searched for tests that only one of many jobs runs.
const EXECUTIONS_WITH_RARE_DURATIONS = 200;
// Limits the durations that are read. A slower machine does not make more candidates, because its factor is divided
// out before.
const MAX_CANDIDATES = 1_000;

/**
 * The ids of the slower and faster tests whose change may be chance. With 10 to 50 earlier durations on the base's
 * branch, a change is chance if the head's duration is among the usual ones, as measured or divided by the machine's
 * factor. The measured duration counts because the base itself may have run on an unusual machine. With fewer earlier
 * durations, a change is chance if its ratio is among the usual ratios of the two executions; without a machine's
 * factor, no change is chance. Reads earlier durations of the 1,000 tests with the greatest change, and treats the
 * others like tests without earlier durations.
 */
export async function findNoisyTests(
  scope: Scope,
  {
    base,
    changed,
    machine,
  }: { base: ExecutionRow; changed: readonly ComparedTest[]; machine: MachineChange | null },
): Promise<Set<string>> {
  if (changed.length === 0) return new Set();
  const candidates = changed
    .toSorted((one, other) => computeChangeMs(other) - computeChangeMs(one))
    .slice(0, MAX_CANDIDATES);
  const durations = await readDurations(scope, { base, tests: candidates });
  const noisy = changed.filter((test) => isNoisy(test, durations.get(test.testId) ?? [], machine));
  return new Set(noisy.map(getTestId));
}

function isNoisy(
  { base, head }: ComparedTest,
  durations: readonly number[],
  machine: MachineChange | null,
): boolean {
  if (base === null || head === null) return false;
  if (isEnough(durations)) {
    const ownMs = head.durationMs / (machine?.factor ?? 1);
    return isNoise(head.durationMs, durations) || isNoise(ownMs, durations);
  }
  return (
    machine !== null && isUsualRatio({ baseMs: base.durationMs, headMs: head.durationMs }, machine)
  );
}

async function readDurations(
  scope: Scope,
  { base, tests }: { base: ExecutionRow; tests: readonly ComparedTest[] },
): Promise<Map<string, number[]>> {
  const earlier = await listEarlierExecutions(scope, {
    base,
    limit: EXECUTIONS_WITH_RARE_DURATIONS,
  });
  const durationsIn = async (some: readonly ComparedTest[], from: number, to: number) => {
    const found = await Promise.all(
      splitIntoChunks(some.map(getTestId)).map((testIds) =>
        listEarlierDurations(scope, { testIds, earlier: earlier.slice(from, to) }),
      ),
    );
    return new Map(found.flatMap((durations) => [...durations]));
  };
  const newest = await durationsIn(tests, 0, EXECUTIONS_WITH_DURATIONS);
  const rare = tests.filter(({ testId }) => !isEnough(newest.get(testId)));
  const older = await durationsIn(rare, EXECUTIONS_WITH_DURATIONS, EXECUTIONS_WITH_RARE_DURATIONS);
  return new Map(
    tests.map(({ testId }) => [
      testId,
      [...(newest.get(testId) ?? []), ...(older.get(testId) ?? [])],
    ]),
  );
}

function isEnough(durations: readonly number[] = []): boolean {
  return durations.length >= MIN_DURATIONS;
}

/** The absolute change of a test's duration, in milliseconds. */
export function computeChangeMs({ base, head }: Pick<ComparedTest, 'base' | 'head'>): number {
  return Math.abs((head?.durationMs ?? 0) - (base?.durationMs ?? 0));
}

function getTestId({ testId }: ComparedTest): string {
  return testId;
}
