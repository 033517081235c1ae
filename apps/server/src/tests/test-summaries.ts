import { MIN_RUNS } from '@svc/contract/executions/outcomes';
import type { UsedSource } from '@svc/contract/filters';
import type { TestDetail } from '@svc/contract/history/tests';
import type { ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { describeTests, type DescribedTest } from '../history/described-tests.queries.ts';
import { readFlakyEvidence, type FlakyEvidence } from '../history/flaky-evidence.queries.ts';
import { readTestFigures, type TestFigures } from '../history/test-figures.queries.ts';
import type { WeekSpan } from '../history/week-span.queries.ts';
import { listTestsWithFewRuns } from '../history/few-runs.queries.ts';
import { readSinceOnBranch } from './since-on-branch.ts';

/** A test as in the list; also for a test that did not run in the window. */
export type Summary = Omit<TestDetail, 'durations' | 'history' | 'fingerprints' | keyof UsedSource>;

/** The runs that the figures cover, and the number of recent outcomes for each test. */
export interface AskedSummaries {
  /** Test ids, at most 100. */
  testIds: readonly string[];
  filter: ExecutionsFilter;
  weeks: WeekSpan;
  recent: number;
}

/** These tests with their figures in the window and filters. */
export async function readTestSummaries(
  deps: Pick<Deps, 'clock'>,
  scope: Scope,
  { testIds, filter, weeks, recent }: AskedSummaries,
): Promise<Map<string, Summary>> {
  const [described, figures, evidence] = await Promise.all([
    describeTests(scope, testIds),
    readTestFigures(scope, { filter, weeks, testIds, recent }),
    readFlakyEvidence(scope, { filter, testIds }),
  ]);
  const tests = [...described.values()];
  // A test with enough runs in the window needs no further count.
  const perhapsUnknown = tests.filter(
    ({ testId, state }) => state === 'healthy' && (figures.get(testId)?.runs ?? 0) < MIN_RUNS,
  );
  const [since, unknown] = await Promise.all([
    readSinceOnBranch(deps, scope, { branch: filter.branch, tests }),
    listTestsWithFewRuns(
      scope,
      perhapsUnknown.map(({ testId }) => testId),
    ),
  ]);
  return new Map(
    tests.map((test) => {
      const { testId } = test;
      const facts: SummaryFacts = {
        figures: figures.get(testId),
        evidence: evidence.get(testId),
        since: since.get(testId) ?? null,
        state: unknown.has(testId) ? 'unknown' : test.state,
      };
      return [testId, buildTestSummary(test, facts)];
    }),
  );
}

interface SummaryFacts {
  figures: TestFigures | undefined;
  evidence: FlakyEvidence | undefined;
  since: Summary['since'];
  state: Summary['state'];
}

function buildTestSummary(
  test: DescribedTest,
  { figures, evidence, since, state }: SummaryFacts,
): Summary {
  const { testId, titlePath, file, project, variant } = test;
  const newest = figures?.newest;
  return {
    testId,
    title: titlePath.at(-1) ?? '',
    titlePath,
    file,
    project,
    variant,
    framework: newest?.framework ?? '',
    owner: newest?.owner ?? null,
    tags: newest?.tags ?? [],
    state,
    firstSeenAt: test.firstSeenAt.toISOString(),
    lastSeenAt: newest?.at.toISOString() ?? null,
    lastStatus: newest?.status ?? null,
    runs: figures?.runs ?? 0,
    failures: figures?.failures ?? 0,
    flakyRuns: evidence?.flakyRuns ?? 0,
    averageDurationMs: figures?.averageDurationMs ?? null,
    recent: figures?.recent ?? [],
    since,
  };
}
