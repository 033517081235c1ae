import {
  type HistoryRun,
  deriveTestHealth,
  type TestHealth,
} from '@svc/analysis/flakiness/test-state';
import type { TestSummary } from '@svc/contract/history/tests';
import type { Deps } from '../deps.ts';
import type { Scope } from '../db/scope.ts';
import type { DescribedTest, TestSince } from '../history/described-tests.queries.ts';
import { describeExecutions } from '../history/executions/described-executions.queries.ts';
import { readBranchHistories } from './branch-histories.queries.ts';
import { findSinceBefore } from './since-before.ts';

type Since = TestSince | null;

// Other branches are usually short-lived. The older history of a long-lived one is irrelevant to its present state.
const BRANCH_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** When these tests began to fail or flake, and with whose commit, by test id. See `readTestsSince` for whose branch. */
export async function readSinceOnBranch(
  deps: Pick<Deps, 'clock'>,
  scope: Scope,
  asked: { branch: string | undefined; tests: readonly DescribedTest[] },
): Promise<Map<string, TestSummary['since']>> {
  const found = [...(await readTestsSince(deps, scope, asked))];
  const executions = await describeExecutions(
    scope,
    found.flatMap(([, since]) => since?.firstBad.executionId ?? []),
  );
  const branches = new Map(asked.tests.map((test) => [test.testId, test.defaultBranch]));
  return new Map(
    found.map(([testId, since]) => {
      if (since === null) return [testId, null];
      const { lastGood, branch, firstBad } = since;
      // Another branch without a good run began with the default branch, where the test was good or new.
      const isAtLeast = lastGood === null && branch === (branches.get(testId) ?? null);
      const author = isAtLeast ? null : (executions.get(firstBad.executionId)?.author ?? null);
      return [testId, { ...since, isAtLeast, author }];
    }),
  );
}

/**
 * When these tests began to fail or flake, by test id: for the default branch from the roll-ups, for another branch
 * from its last 90 days. A test that was as bad on the default branch before is not blamed on the other branch: its
 * range is that of the default branch.
 */
async function readTestsSince(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { branch, tests }: { branch: string | undefined; tests: readonly DescribedTest[] },
): Promise<Map<string, Since>> {
  const elsewhere =
    branch === undefined ? [] : tests.filter(({ defaultBranch }) => defaultBranch !== branch);
  const known: [string, Since][] = tests
    .filter((test) => !elsewhere.includes(test))
    .map(({ testId, since }) => [testId, since]);
  if (branch === undefined || elsewhere.length === 0) return new Map(known);
  const now = clock.now().getTime();
  const window = { from: new Date(now - BRANCH_DAYS * DAY_MS), to: new Date(now + DAY_MS) };
  const histories = await readBranchHistories(scope, {
    filter: { ...window, branch },
    testIds: elsewhere.map(({ testId }) => testId),
  });
  const found = elsewhere.map((test) => ({
    ...test,
    own: deriveTestHealth(histories.get(test.testId) ?? []).since,
  }));
  const trunks = await readDefaultHistories(scope, { window, tests: found.filter(hasSince) });
  const judged = found.map(({ testId, own, defaultBranch }): [string, Since] => {
    const before = own && findSinceBefore(own, trunks.get(testId) ?? []);
    return [testId, before ? toDatedSince(before, defaultBranch) : toDatedSince(own, branch)];
  });
  return new Map([...known, ...judged]);
}

function hasSince({ own }: { own: TestHealth['since'] }): boolean {
  return own !== null;
}

/** The runs of these tests on the default branches of their projects, by test id. */
async function readDefaultHistories(
  scope: Scope,
  { window, tests }: { window: { from: Date; to: Date }; tests: readonly DescribedTest[] },
): Promise<Map<string, HistoryRun[]>> {
  const byBranch = [...Map.groupBy(tests, ({ defaultBranch }) => defaultBranch)];
  const histories = await Promise.all(
    byBranch.flatMap(([branch, ofBranch]) =>
      branch === null
        ? []
        : [
            readBranchHistories(scope, {
              filter: { ...window, branch },
              testIds: ofBranch.map(({ testId }) => testId),
            }),
          ],
    ),
  );
  return new Map(histories.flatMap((ofBranch) => [...ofBranch]));
}

function toDatedSince(since: TestHealth['since'], branch: string | null): Since {
  if (since === null) return null;
  const { lastGood, firstBad, goodAgain, ...facts } = since;
  return {
    ...facts,
    branch,
    lastGood: lastGood && toDatedPoint(lastGood),
    firstBad: toDatedPoint(firstBad),
    goodAgain: goodAgain && toDatedPoint(goodAgain),
  };
}

function toDatedPoint<Point extends { at: number }>(
  point: Point,
): Omit<Point, 'at'> & { at: string } {
  return { ...point, at: new Date(point.at).toISOString() };
}
