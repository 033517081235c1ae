import type { ComparedTest, Comparison, SettledList } from '@svc/analysis/compare-executions';
import { isNoise, MIN_DURATIONS } from '@svc/analysis/duration-noise';
import type { Scope } from '../../../db/scope.ts';
import type { ExecutionRow } from '../../../history/execution-rows.queries.ts';
import type { StoredRun } from '../sides/differing-runs.queries.ts';
import { earlierDurations } from './earlier-durations.queries.ts';
import { earlierExecutions } from './earlier-executions.queries.ts';
import type { Sides } from '../sides/execution-references.ts';
import { chunksOf } from './test-chunks.ts';
import { settleTests } from './settle-tests.ts';

/** The lists of a comparison, without unsettled tests. */
export type Settled = Omit<Comparison<StoredRun>, 'unsettled'>;

// Old durations are of another machine or another version of the test, and each week costs a look into its partition.
// Most tests are in every execution, so they have 50 durations here.
const EXECUTIONS_WITH_DURATIONS = 50;
// For tests that only one of many jobs runs.
const EXECUTIONS_WITH_RARE_DURATIONS = 200;
// Smaller changes beyond this number are reported without a check for noise: when a thousand tests became slower, the
// machine did.
const MAX_CANDIDATES = 1_000;

/**
 * Answers from earlier executions of the base's branch what the two executions leave open. How did a test end there
 * last that the base did not run? Is a test new that the base may have lacked by accident (from the newest 1,000
 * executions)? Is a head's duration noise because it is like earlier ones? Of more than 1,000 slower or faster tests,
 * only the 1,000 with the greatest change are checked for noise; the others are kept.
 */
export async function settleByHistory(
  scope: Scope,
  { base, head, compared }: Sides & { compared: Comparison<StoredRun> },
): Promise<Settled> {
  const { unsettled, ...found } = compared;
  const candidates = [...found.slower, ...found.faster]
    .toSorted((one, other) => changeMs(other) - changeMs(one))
    .slice(0, MAX_CANDIDATES);
  const [settled, noise] = await Promise.all([
    settleTests(scope, { base, head, unsettled }),
    noisyTests(scope, { candidates, base }),
  ]);
  const isChange = ({ testId }: ComparedTest): boolean => !noise.has(testId);
  const settledIn = (list: SettledList) => settled.get(list) ?? [];
  return {
    ...found,
    regressions: [...found.regressions, ...settledIn('regressions')],
    improvements: [...found.improvements, ...settledIn('improvements')],
    stillFailing: [...found.stillFailing, ...settledIn('stillFailing')],
    newlyFlaky: [...found.newlyFlaky, ...settledIn('newlyFlaky')],
    newTests: [...found.newTests, ...settledIn('newTests')],
    slower: found.slower.filter(isChange),
    faster: found.faster.filter(isChange),
  };
}

async function noisyTests(
  scope: Scope,
  { candidates, base }: { candidates: readonly ComparedTest[]; base: ExecutionRow },
): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const earlier = await earlierExecutions(scope, {
    base,
    limit: EXECUTIONS_WITH_RARE_DURATIONS,
  });
  const durationsIn = async (tests: readonly ComparedTest[], from: number, to: number) => {
    const found = await Promise.all(
      chunksOf(tests.map(testIdOf)).map((testIds) =>
        earlierDurations(scope, { testIds, earlier: earlier.slice(from, to) }),
      ),
    );
    return new Map(found.flatMap((durations) => [...durations]));
  };
  const newest = await durationsIn(candidates, 0, EXECUTIONS_WITH_DURATIONS);
  const rare = candidates.filter(({ testId }) => !isEnough(newest.get(testId)));
  const older = await durationsIn(rare, EXECUTIONS_WITH_DURATIONS, EXECUTIONS_WITH_RARE_DURATIONS);
  const noisy = candidates.filter(({ testId, head }) => {
    const durations = [...(newest.get(testId) ?? []), ...(older.get(testId) ?? [])];
    return head !== null && isNoise(head.durationMs, durations);
  });
  return new Set(noisy.map(testIdOf));
}

function isEnough(durations: readonly number[] = []): boolean {
  return durations.length >= MIN_DURATIONS;
}

/** By how many milliseconds a test became slower or faster. */
export function changeMs({ base, head }: Pick<ComparedTest, 'base' | 'head'>): number {
  return Math.abs((head?.durationMs ?? 0) - (base?.durationMs ?? 0));
}

function testIdOf({ testId }: ComparedTest): string {
  return testId;
}
