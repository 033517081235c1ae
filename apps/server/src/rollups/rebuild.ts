import type { Database } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { judgeContradictions } from './contradictions.queries.ts';
import { chooseDefaultBranches, writeDefaultBranches } from './default-branch.queries.ts';
import { deriveExecution } from './derive.ts';
import { countFailures } from './execution-failures.queries.ts';
import { judgeFlakyRuns } from './flaky-runs.queries.ts';
import { judgeTests } from './judge-tests.ts';
import {
  forgetUnusedFingerprints,
  forgetUnusedStates,
  listExecutionIds,
  listOrganizations,
  listProjectIds,
} from './rebuild.queries.ts';
import { lockRollUps, reviseFirstSeen, reviseTestsFirstSeen } from './roll-up.queries.ts';
import { failingTestsOf } from './test-states.queries.ts';

// Servers that run meanwhile wait for one such transaction at most.
const EXECUTIONS_AT_ONCE = 50;
const TESTS_AT_ONCE = 1_000;

/** How far a rebuild is: `done` of `all` executions or tests. */
export type RebuildProgress = (what: 'executions' | 'tests', done: number, all: number) => void;

/**
 * Derives every roll-up anew from the stored results, beside running servers or without them. What
 * retention has taken the results of stays as it is. Answers how many executions there are.
 */
export async function rebuildRollUps(
  database: Database,
  onProgress: RebuildProgress,
): Promise<number> {
  let executions = 0;
  for (const organizationId of await listOrganizations(database)) {
    const locked = <Answer>(work: (scope: Scope) => Promise<Answer>): Promise<Answer> =>
      database.transaction(async (transaction) => {
        const scope = { database, transaction, organizationId };
        await lockRollUps(scope);
        return work(scope);
      });
    executions += await rebuildExecutions(locked, onProgress);
    await rebuildTests(locked, onProgress);
  }
  return executions;
}

type Locked = <Answer>(work: (scope: Scope) => Promise<Answer>) => Promise<Answer>;

async function rebuildExecutions(locked: Locked, onProgress: RebuildProgress): Promise<number> {
  const ids = await locked(listExecutionIds);
  for (let from = 0; from < ids.length; from += EXECUTIONS_AT_ONCE) {
    const some = ids.slice(from, from + EXECUTIONS_AT_ONCE);
    await locked(async (scope) => {
      for (const id of some) await deriveExecution(scope, id);
      await countFailures(scope, some);
      await reviseFirstSeen(scope, some);
      await reviseTestsFirstSeen(scope, some);
      const rejudged = await judgeContradictions(scope, some);
      await judgeFlakyRuns(scope, [...some, ...rejudged.map((one) => one.executionId)]);
    });
    onProgress('executions', from + some.length, ids.length);
  }
  await locked(forgetUnusedFingerprints);
  return ids.length;
}

async function rebuildTests(locked: Locked, onProgress: RebuildProgress): Promise<void> {
  const { testIds, defaultBranches } = await locked(async (scope) => {
    const projectIds = await listProjectIds(scope);
    const chosen = await chooseDefaultBranches(scope, projectIds);
    await writeDefaultBranches(scope, chosen);
    await forgetUnusedStates(scope);
    return {
      testIds: await failingTestsOf(scope, projectIds),
      defaultBranches: new Map(chosen.map((one) => [one.projectId, one.branch])),
    };
  });
  for (let from = 0; from < testIds.length; from += TESTS_AT_ONCE) {
    const some = testIds.slice(from, from + TESTS_AT_ONCE);
    await locked((scope) => judgeTests(scope, { testIds: some, defaultBranches }));
    onProgress('tests', from + some.length, testIds.length);
  }
}
