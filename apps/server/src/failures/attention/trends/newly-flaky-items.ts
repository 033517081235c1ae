import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { computeFlakinessImpact } from '@svc/analysis/flakiness/flakiness-score';
import { toWeek } from '../../../db/partitions/partitions.ts';
import { describeTests, type DescribedTest } from '../../../history/described-tests.queries.ts';
import {
  countFingerprints,
  type StoredFingerprintCount,
} from '../../../history/fingerprint-counts.queries.ts';
import { readFlakyEvidence, type FlakyEvidence } from '../../../history/flaky-evidence.queries.ts';
import type { RunCounts } from '../../../history/run-counts.queries.ts';
import { countRunsOfFlaky } from '../../../history/run-counts.ts';
import type { Asked, FoundItem } from '../item.ts';
import { listNewlyFlakyTests, type NewlyFlakyTest } from './newly-flaky.queries.ts';
import { shortenLine, formatTestTitle } from '../texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NEW_DAYS = 7;
const IMPACT_DAYS = 30;

interface RankedTest extends NewlyFlakyTest, Pick<FlakyEvidence, 'flakyRuns'> {
  runs: number;
  /** Impact, in milliseconds per week. */
  impact: number;
  cause: StoredFingerprintCount | undefined;
}

/**
 * Tests that became flaky in the last 7 days, ordered by cost: the impact of flaky-tests over the last 30 days. Tests
 * with the same most frequent failure share one item.
 */
export async function listNewlyFlakyItems(asked: Asked): Promise<FoundItem[]> {
  const ranked = await rankNewlyFlakyTests(asked);
  const groups = [...Map.groupBy(ranked, buildGroupKey).values()].toSorted(
    (one, other) =>
      sumImpact(other) - sumImpact(one) || findNewestTime(other) - findNewestTime(one),
  );
  const { scope } = asked;
  const tests = await describeTests(
    scope,
    groups.flatMap(([first]) => first?.testId ?? []),
  );
  return groups.flatMap((group) => buildNewlyFlakyItem(group, tests));
}

/** Sorted by impact, highest first. */
async function rankNewlyFlakyTests(asked: Asked): Promise<RankedTest[]> {
  const { scope, project, now } = asked;
  const found = await listNewlyFlakyTests(scope, {
    project,
    from: new Date(now.getTime() - NEW_DAYS * DAY_MS),
  });
  if (found.length === 0) return [];
  const testIds = found.map((test) => test.testId);
  const from = new Date(now.getTime() - IMPACT_DAYS * DAY_MS);
  const filter = { project, from, to: new Date(now.getTime() + DAY_MS), ...asked.counted };
  const weeks = { from: toWeek(from), to: toWeek(filter.to) };
  const [evidence, counts, causes] = await Promise.all([
    readFlakyEvidence(scope, { filter, testIds }),
    countRunsOfFlaky(scope, { filter, weeks, testIds }),
    countFingerprints(scope, { filter, testIds, limit: 1 }),
  ]);
  return found
    .map((test) => rankNewlyFlakyTest(test, { evidence, counts, causes }))
    .toSorted((one, other) => other.impact - one.impact);
}

function rankNewlyFlakyTest(
  test: NewlyFlakyTest,
  known: {
    evidence: ReadonlyMap<string, FlakyEvidence>;
    counts: ReadonlyMap<string, RunCounts>;
    causes: ReadonlyMap<string, StoredFingerprintCount[]>;
  },
): RankedTest {
  const { flakyRuns = 0, wastedMs = 0 } = known.evidence.get(test.testId) ?? {};
  const runs = known.counts.get(test.testId)?.runs ?? 0;
  const impact = computeFlakinessImpact({
    flakyRuns,
    runs,
    runsPerWeek: runs / (IMPACT_DAYS / 7),
    meanWastedMs: flakyRuns === 0 ? 0 : wastedMs / flakyRuns,
  });
  return { ...test, flakyRuns, runs, impact, cause: known.causes.get(test.testId)?.[0] };
}

function buildGroupKey({ testId, project, cause }: RankedTest): string {
  return cause === undefined ? testId : `${cause.fingerprint} ${project}`;
}

function sumImpact(group: readonly RankedTest[]): number {
  return group.reduce((sum, test) => sum + test.impact, 0);
}

function findNewestTime(group: readonly RankedTest[]): number {
  return Math.max(...group.map((test) => test.becameFlakyAt.getTime()));
}

function buildNewlyFlakyItem(
  group: readonly RankedTest[],
  tests: ReadonlyMap<string, DescribedTest>,
): FoundItem[] {
  const [first] = group;
  if (first === undefined) return [];
  const others = group.length === 1 ? '' : ` and ${formatCount(group.length - 1, 'more test')}`;
  const rate = `${formatCount(first.flakyRuns, 'flaky run')} of ${formatNumber(first.runs)} in ${IMPACT_DAYS} days`;
  const cost = `about ${formatDuration(sumImpact(group))} lost a week`;
  const cause = first.cause === undefined ? '' : ` ${shortenLine(first.cause.pattern)}`;
  return [
    {
      kind: 'newly-flaky',
      title: shortenLine(`${formatTestTitle(tests.get(first.testId))}${others} became flaky`),
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
      at: new Date(findNewestTime(group)).toISOString(),
    },
  ];
}

const MAX_TEST_IDS = 100;
