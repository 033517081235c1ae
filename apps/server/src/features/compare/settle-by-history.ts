import type { ComparedTest, Comparison } from '@svc/analysis/compare-executions';
import { isNoise, MIN_DURATIONS } from '@svc/analysis/duration-noise';
import type { Database } from '../../db/database.ts';
import type { ExecutionRow } from '../../history/execution-rows.queries.ts';
import type { StoredRun } from './differing-runs.queries.ts';
import { earlierDurations } from './earlier-durations.queries.ts';
import { earlierExecutions, type EarlierExecutions } from './earlier-executions.queries.ts';
import { knownTests } from './known-tests.queries.ts';

/** The lists of a comparison, with nothing left in doubt. */
export type Settled = Omit<Comparison<StoredRun>, 'maybeKnown'>;

// A branch that has not run a test in so many executions has dropped it.
const EXECUTIONS_THAT_MAY_KNOW = 1_000;
// Durations of long ago are of another machine or another test, and each week costs a look into its
// partition: most tests are in every execution, and have 50 durations in these.
const EXECUTIONS_WITH_DURATIONS = 50;
// For tests that only one of many jobs runs.
const EXECUTIONS_WITH_RARE_DURATIONS = 200;
// Changes beyond these, which are smaller ones, are reported without asking whether they are noise:
// when a thousand tests became slower, the machine did.
const MAX_CANDIDATES = 1_000;

/**
 * What two executions alone don't tell, from earlier ones of the base's branch: tests that the base
 * may have lacked by accident are new unless the newest 1,000 of these executions knew them, and a
 * head's duration that is like earlier ones is noise, not a change. Of more than 1,000 tests that
 * became slower or faster the 1,000 with the greatest change are looked at; the others are kept.
 */
export async function settleByHistory(
  database: Database,
  organizationId: string,
  { base, compared }: { base: ExecutionRow; compared: Comparison<StoredRun> },
): Promise<Settled> {
  const { maybeKnown, ...found } = compared;
  const candidates = [...found.slower, ...found.faster]
    .toSorted((one, other) => changeMs(other) - changeMs(one))
    .slice(0, MAX_CANDIDATES);
  if (maybeKnown.length === 0 && candidates.length === 0) return found;

  const earlier = await earlierExecutions(database, organizationId, {
    base,
    limit: maybeKnown.length > 0 ? EXECUTIONS_THAT_MAY_KNOW : EXECUTIONS_WITH_RARE_DURATIONS,
  });
  const [known, noise] = await Promise.all([
    knownTests(database, organizationId, { testIds: maybeKnown.map(testIdOf), base, earlier }),
    noisyTests(database, organizationId, { candidates, earlier }),
  ]);
  const isChange = ({ testId }: ComparedTest): boolean => !noise.has(testId);
  return {
    ...found,
    newTests: [...found.newTests, ...maybeKnown.filter(({ testId }) => !known.has(testId))],
    slower: found.slower.filter(isChange),
    faster: found.faster.filter(isChange),
  };
}

async function noisyTests(
  database: Database,
  organizationId: string,
  { candidates, earlier }: { candidates: readonly ComparedTest[]; earlier: EarlierExecutions },
): Promise<Set<string>> {
  const durationsIn = async (tests: readonly ComparedTest[], from: number, to: number) => {
    const found = await Promise.all(
      chunksOf(tests.map(testIdOf)).map((testIds) =>
        earlierDurations(database, organizationId, { testIds, earlier: earlier.slice(from, to) }),
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

/** As many tests as one connection looks up while another one does the same. */
function chunksOf(testIds: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < testIds.length; at += CHUNK_TESTS) {
    chunks.push(testIds.slice(at, at + CHUNK_TESTS));
  }
  return chunks;
}

// A thousand tests are two questions of some 20 ms at once, and a hundred are one.
const CHUNK_TESTS = 500;

function isEnough(durations: readonly number[] = []): boolean {
  return durations.length >= MIN_DURATIONS;
}

/** By how much a test became slower or faster. */
function changeMs({ base, head }: ComparedTest): number {
  return Math.abs((head?.durationMs ?? 0) - (base?.durationMs ?? 0));
}

function testIdOf({ testId }: ComparedTest): string {
  return testId;
}
