import type { Scope } from '../db/scope.ts';
import {
  changedHistories,
  wholeHistories,
  type Changes,
  type DefaultBranches,
  type TestHistory,
} from './test-histories.ts';
import { testStateRow } from './test-state.ts';
import { writeTestStates } from './test-states.queries.ts';

// The number of histories in memory at once: 500 runs each, of about 150 bytes.
const TESTS_AT_ONCE = 200;

/** Judges the changed tests and stores their states. */
export async function judgeChangedTests(
  scope: Scope,
  { changes, defaultBranches }: { changes: Changes; defaultBranches: DefaultBranches },
): Promise<void> {
  for (const tests of batches(changes.tests)) {
    await write(scope, {
      testIds: tests.map((test) => test.testId),
      histories: await changedHistories(scope, { changes: { ...changes, tests }, defaultBranches }),
    });
  }
}

/** Judges these tests from all stored data and stores their states. */
export async function judgeTests(
  scope: Scope,
  { testIds, defaultBranches }: { testIds: readonly string[]; defaultBranches: DefaultBranches },
): Promise<void> {
  for (const some of batches(testIds)) {
    await write(scope, {
      testIds: some,
      histories: await wholeHistories(scope, { testIds: some, defaultBranches }),
    });
  }
}

async function write(
  scope: Scope,
  { testIds, histories }: { testIds: readonly string[]; histories: readonly TestHistory[] },
): Promise<void> {
  const rows = histories.flatMap((test) => testStateRow(test) ?? []);
  await writeTestStates(scope, { testIds, rows });
}

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / TESTS_AT_ONCE) }, (_, index) =>
    items.slice(index * TESTS_AT_ONCE, (index + 1) * TESTS_AT_ONCE),
  );
}
