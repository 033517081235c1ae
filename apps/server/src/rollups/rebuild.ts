import { listOrganizationIds } from '../db/organizations.queries.ts';
import { createScope, type TransactionScope } from '../db/scope.ts';
import type { Database } from '../db/connections/database.ts';
import { judgeContradictions } from './executions/contradictions.queries.ts';
import {
  chooseDefaultBranches,
  listStoredDefaultBranches,
  writeDefaultBranches,
} from './tests/default-branch.queries.ts';
import { deriveExecution } from './executions/derive.ts';
import { countFailures } from './executions/execution-failures.queries.ts';
import { judgeFlakyRuns } from './executions/flaky-runs.queries.ts';
import { judgeTests } from './tests/judge-tests.ts';
import { deleteUnusedFingerprints, deleteUnusedStates } from './unused-rows.queries.ts';
import {
  listExecutionIds,
  listFingerprints,
  listProjectIds,
  listTestIds,
} from './rebuild.queries.ts';
import { reviseFirstSeen, reviseTestsFirstSeen } from './first-seen.queries.ts';
import { lockRollUps } from './roll-up.queries.ts';

// Running servers wait for one such transaction at most.
const EXECUTIONS_AT_ONCE = 50;
const TESTS_AT_ONCE = 1_000;
const FINGERPRINTS_AT_ONCE = 5_000;

/** The progress of a rebuild: `done` of `all` executions or tests. */
export type RebuildProgress = (what: 'executions' | 'tests', done: number, all: number) => void;

/**
 * Derives every roll-up of one organization, or of all, again from the stored results. Servers may run meanwhile. Rows
 * of executions whose results retention deleted stay as they are. Returns the number of executions.
 */
export async function rebuildRollUps(
  database: Database,
  onProgress: RebuildProgress,
  { organizationId: only }: { organizationId?: string } = {},
): Promise<number> {
  let executions = 0;
  for (const organizationId of only === undefined ? await listOrganizationIds(database) : [only]) {
    const organization = createScope(database, organizationId);
    const locked: Locked = (work) =>
      organization.transaction(async (scope) => {
        await lockRollUps(scope);
        return work(scope);
      });
    executions += await rebuildExecutions(locked, onProgress);
    await rebuildTests(locked, onProgress);
  }
  return executions;
}

type Locked = <Answer>(work: (scope: TransactionScope) => Promise<Answer>) => Promise<Answer>;

async function rebuildExecutions(locked: Locked, onProgress: RebuildProgress): Promise<number> {
  const ids = await locked(listExecutionIds);
  await runInBatches(ids, EXECUTIONS_AT_ONCE, async (some, done) => {
    await locked(async (scope) => {
      for (const id of some) await deriveExecution(scope, id);
      await countFailures(scope, some);
      await reviseFirstSeen(scope, some);
      await reviseTestsFirstSeen(scope, some);
      const rejudged = await judgeContradictions(scope, some);
      await judgeFlakyRuns(scope, [...some, ...rejudged.map((one) => one.executionId)]);
    });
    onProgress('executions', done, ids.length);
  });
  await runInBatches(await locked(listFingerprints), FINGERPRINTS_AT_ONCE, (some) =>
    locked((scope) => deleteUnusedFingerprints(scope, some)),
  );
  return ids.length;
}

async function rebuildTests(locked: Locked, onProgress: RebuildProgress): Promise<void> {
  await locked(async (scope) => {
    const branches = await chooseDefaultBranches(scope, await listProjectIds(scope));
    await writeDefaultBranches(scope, branches);
  });
  const ids = await locked(listTestIds);
  await runInBatches(ids, TESTS_AT_ONCE, async (some, done) => {
    await locked(async (scope) => {
      await deleteUnusedStates(scope, some);
      // They may have changed since the batch before.
      const stored = await listStoredDefaultBranches(scope);
      const defaultBranches = new Map(stored.map((one) => [one.projectId, one]));
      await judgeTests(scope, { testIds: some, defaultBranches });
    });
    onProgress('tests', done, ids.length);
  });
}

/** Processes one batch after the other; `done` counts the items up to the end of the batch. */
async function runInBatches<Item>(
  items: readonly Item[],
  size: number,
  work: (some: Item[], done: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < items.length; from += size) {
    const some = items.slice(from, from + size);
    await work(some, from + some.length);
  }
}
