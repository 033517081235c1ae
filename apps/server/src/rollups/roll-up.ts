import { listOrganizationsAcrossNodes } from '../db/citus/list-across-nodes.ts';
import { createScope, type Scope, type TransactionScope } from '../db/scope.ts';
import type { Database } from '../db/connections/database.ts';
import {
  findChange,
  listChanges,
  listOrganizationsWithChanges,
  setAside,
} from './changes.queries.ts';
import { rollUpExecutions } from './roll-up-executions.ts';
import { lockRollUps, tryLock } from './roll-up.queries.ts';
import { inSpan } from '../traces.ts';

// Judging tests is the expensive part, and the same tests fail in many executions. A larger batch costs less per
// execution and works off a backlog sooner.
const EXECUTIONS_AT_ONCE = 500;

/**
 * Updates everything that is derived from results for the executions that changed, oldest change first:
 * contradictions, default branches, states of tests. Always derives from stored data, so that repeating it, or doing
 * it late or in another order, gives the same result. An execution that fails is reported to `onError` and set aside
 * for a while, so it delays no other. Returns the number of executions; 0 when nothing changed, or another server is at work.
 */
export async function rollUp(
  database: Database,
  onError: (error: unknown) => void = rethrow,
): Promise<number> {
  let done = 0;
  const changed = await listOrganizationsAcrossNodes(database, () =>
    listOrganizationsWithChanges(database),
  );
  for (const organizationId of changed) {
    const scope = createScope(database, organizationId);
    try {
      done += await inSpan('roll-up', {}, () => rollUpOrganization(scope));
    } catch (error) {
      onError(error);
      try {
        done += await rollUpOneByOne(scope, onError);
      } catch (second) {
        onError(second);
      }
    }
  }
  return done;
}

/**
 * Rolls up one changed execution before the others, for an answer that depends on it. Does nothing if another server
 * rolls up the organization, or if it fails: the next roll-up then reports it.
 */
export async function rollUpExecution(scope: Scope, executionId: string): Promise<void> {
  try {
    await scope.transaction(async (scope) => {
      if (!(await tryLock(scope))) return;
      const change = await findChange(scope, executionId);
      if (change !== null) await rollUpExecutions(scope, [change]);
    });
  } catch {
    // The answer contains a warning that its history lacks the newest results.
  }
}

/**
 * Rolls up the changes of one organization before a deletion or another default branch. These store states of tests
 * without writing events: for results that no roll-up has seen, `test.flaky` and the like would never be written. Waits
 * for a roll-up in progress. An execution that fails is set aside, and reported by the next roll-up that tries it.
 */
export async function rollUpBeforeJudging(scope: Scope): Promise<void> {
  try {
    while ((await scope.transaction(waitAndRollUp)) === EXECUTIONS_AT_ONCE);
  } catch {
    // Fails too if the database is the reason.
    await rollUpOneByOne(scope, () => undefined);
  }
}

async function waitAndRollUp(scope: TransactionScope): Promise<number> {
  await lockRollUps(scope);
  return rollUpNext(scope);
}

/**
 * Rolls up what has changed since `rollUpBeforeJudging`, in the transaction that judges. The caller holds the
 * roll-up lock. Throws if an execution cannot be rolled up.
 */
export async function rollUpRest(scope: TransactionScope): Promise<void> {
  while ((await rollUpNext(scope)) === EXECUTIONS_AT_ONCE);
}

function rethrow(error: unknown): never {
  throw error;
}

async function rollUpOrganization(scope: Scope): Promise<number> {
  return scope.transaction(async (scope) => {
    if (!(await tryLock(scope))) return 0;
    return rollUpNext(scope);
  });
}

async function rollUpNext(scope: TransactionScope): Promise<number> {
  const changes = await listChanges(scope, EXECUTIONS_AT_ONCE);
  await rollUpExecutions(scope, changes);
  return changes.length;
}

async function rollUpOneByOne(scope: Scope, onError: (error: unknown) => void): Promise<number> {
  let done = 0;
  const changes = await scope.transaction((scope) => listChanges(scope, EXECUTIONS_AT_ONCE));
  for (const change of changes) {
    try {
      await scope.transaction(async (scope) => {
        if (await tryLock(scope)) await rollUpExecutions(scope, [change]);
      });
      done++;
    } catch (error) {
      onError(error);
      await scope.transaction((scope) => setAside(scope, change));
    }
  }
  return done;
}
