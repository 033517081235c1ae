import { flakinessImpact } from '@svc/analysis/flakiness-score';
import { weekOf } from '../../../db/partitions/partitions.ts';
import { describeTests, type DescribedTest } from '../../../history/described-tests.queries.ts';
import {
  countFingerprints,
  type StoredFingerprintCount,
} from '../../../history/fingerprint-counts.queries.ts';
import { flakyEvidence, type FlakyEvidence } from '../../../history/flaky-evidence.queries.ts';
import type { RunCounts } from '../../../history/run-counts.queries.ts';
import { countRunsOfFlaky } from '../../../history/run-counts.ts';
import type { Asked, FoundItem } from '../item.ts';
import { newlyFlakyTests, type NewlyFlakyTest } from './newly-flaky.queries.ts';
import { counted, durationText, oneLine, titleOf } from '../texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEW_DAYS = 7;
const IMPACT_DAYS = 30;

interface RankedTest extends NewlyFlakyTest, Pick<FlakyEvidence, 'flakyRuns'> {
  runs: number;
  /** In milliseconds per week. */
  impact: number;
  cause: StoredFingerprintCount | undefined;
}

/**
 * Tests that became flaky in the last 7 days, ordered by cost: the impact of flaky-tests over the last 30 days. Tests
 * with the same most frequent failure share one item.
 */
export async function newlyFlakyItems(asked: Asked): Promise<FoundItem[]> {
  const ranked = await rankedTests(asked);
  const groups = [...Map.groupBy(ranked, keyOf).values()].toSorted(
    (one, other) => impactOf(other) - impactOf(one) || newest(other) - newest(one),
  );
  const { scope } = asked;
  const tests = await describeTests(
    scope,
    groups.flatMap(([first]) => first?.testId ?? []),
  );
  return groups.flatMap((group) => itemOf(group, tests));
}

/** Sorted by impact, highest first. */
async function rankedTests(asked: Asked): Promise<RankedTest[]> {
  const { scope, project, now } = asked;
  const found = await newlyFlakyTests(scope, {
    project,
    from: new Date(now.getTime() - NEW_DAYS * DAY_MS),
  });
  if (found.length === 0) return [];
  const testIds = found.map((test) => test.testId);
  const from = new Date(now.getTime() - IMPACT_DAYS * DAY_MS);
  const filter = { project, from, to: new Date(now.getTime() + DAY_MS), ...asked.counted };
  const weeks = { from: weekOf(from), to: weekOf(filter.to) };
  const [evidence, counts, causes] = await Promise.all([
    flakyEvidence(scope, { filter, testIds }),
    countRunsOfFlaky(scope, { filter, weeks, testIds }),
    countFingerprints(scope, { filter, testIds, limit: 1 }),
  ]);
  return found
    .map((test) => rankedTest(test, { evidence, counts, causes }))
    .toSorted((one, other) => other.impact - one.impact);
}

function rankedTest(
  test: NewlyFlakyTest,
  known: {
    evidence: ReadonlyMap<string, FlakyEvidence>;
    counts: ReadonlyMap<string, RunCounts>;
    causes: ReadonlyMap<string, StoredFingerprintCount[]>;
  },
): RankedTest {
  const { flakyRuns = 0, wastedMs = 0 } = known.evidence.get(test.testId) ?? {};
  const runs = known.counts.get(test.testId)?.runs ?? 0;
  const impact = flakinessImpact({
    flakyRuns,
    runs,
    runsPerWeek: runs / (IMPACT_DAYS / 7),
    meanWastedMs: flakyRuns === 0 ? 0 : wastedMs / flakyRuns,
  });
  return { ...test, flakyRuns, runs, impact, cause: known.causes.get(test.testId)?.[0] };
}

function keyOf({ testId, project, cause }: RankedTest): string {
  return cause === undefined ? testId : `${cause.fingerprint} ${project}`;
}

function impactOf(group: readonly RankedTest[]): number {
  return group.reduce((sum, test) => sum + test.impact, 0);
}

function newest(group: readonly RankedTest[]): number {
  return Math.max(...group.map((test) => test.becameFlakyAt.getTime()));
}

function itemOf(
  group: readonly RankedTest[],
  tests: ReadonlyMap<string, DescribedTest>,
): FoundItem[] {
  const [first] = group;
  if (first === undefined) return [];
  const others = group.length === 1 ? '' : ` and ${counted(group.length - 1, 'more test')}`;
  const rate = `${counted(first.flakyRuns, 'flaky run')} of ${first.runs} in ${IMPACT_DAYS} days`;
  const cost = `about ${durationText(impactOf(group))} lost a week`;
  const cause = first.cause === undefined ? '' : ` ${oneLine(first.cause.pattern)}`;
  return [
    {
      kind: 'newly-flaky',
      title: oneLine(`${titleOf(tests.get(first.testId))}${others} became flaky`),
      detail: `${rate}, ${cost}.${cause}`,
      project: first.project,
      branch: null,
      testIds: group.slice(0, MAX_TEST_IDS).map((test) => test.testId),
      tests: group.length,
      executionId: first.since?.firstBad.executionId ?? null,
      fingerprint: first.cause?.fingerprint ?? null,
      classification: null,
      testSince: first.since,
      alsoIn: [],
      at: new Date(newest(group)).toISOString(),
    },
  ];
}

const MAX_TEST_IDS = 100;
