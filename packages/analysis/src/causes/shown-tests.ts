import type { Cause } from '@svc/contract/executions/causes';
import { TESTS_OF_CAUSE, type CauseRow } from './cause-groups.ts';

// The longest title of a person takes a few lines. Those of generated tests may be documents.
export const TITLE_CHARACTERS = 600;

/** How many tests of each cause a list shows: all where it has room for all of its tests, otherwise the first. */
export function countTestsPerCause<Item>(rows: readonly CauseRow<Item>[], limit: number): number {
  const tests = rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.items.length), 0);
  return tests <= limit ? Infinity : TESTS_OF_CAUSE;
}

/** The tests of a cause that a list shows, at most `most`, and the number of the others. */
export function chooseShownTests<Item>({
  cause,
  items,
  most,
}: {
  cause: Pick<Cause, 'tests'>;
  items: readonly Item[];
  most: number;
}): { shown: readonly Item[]; left: number } {
  const shown = items.slice(0, most);
  return { shown, left: Math.max(0, cause.tests - shown.length) };
}
