import type { Scope } from '../db/scope.ts';
import { testHistories } from './test-history.queries.ts';
import { testStateRow } from './test-state.ts';
import { writeTestStates } from './test-states.queries.ts';

// So many histories are held at a time: 500 runs each, of about 150 bytes.
const TESTS_AT_ONCE = 200;

/** Finds out the states of these tests anew, from their histories. */
export async function judgeTests(scope: Scope, testIds: readonly string[]): Promise<void> {
  for (let from = 0; from < testIds.length; from += TESTS_AT_ONCE) {
    const some = testIds.slice(from, from + TESTS_AT_ONCE);
    const rows = (await testHistories(scope, some)).flatMap((test) => testStateRow(test) ?? []);
    await writeTestStates(scope, { testIds: some, rows });
  }
}
