import type { Cause } from '@svc/contract/executions/causes';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { buildTestKey, type IdentifiedTest } from '../text/test-names.ts';
import { TESTS_OF_CAUSE, type CauseRow } from './cause-groups.ts';

// The longest title of a person takes a few lines. Those of generated tests may be documents.
export const TITLE_CHARACTERS = 600;

/** How many tests of each cause a list shows: all where it has room for all of its tests, otherwise the first. */
export function countTestsPerCause<Item>(rows: readonly CauseRow<Item>[], limit: number): number {
  return countListed(rows) <= limit ? Infinity : TESTS_OF_CAUSE;
}

/** How many failures the rows list. */
export function countListed<Item>(rows: readonly CauseRow<Item>[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.items.length), 0);
}

/**
 * The tests of a cause that a list shows, at most `most`, and the number of the others. A test that failed in several
 * legs is one test, shown as its first failure.
 */
export function chooseShownTests<Item extends IdentifiedTest>({
  cause,
  items,
  most,
}: {
  cause: Pick<Cause, 'tests'>;
  items: readonly Item[];
  most: number;
}): { shown: readonly Item[]; left: number } {
  const tests = pickFirstOfEachTest(items);
  const shown = tests.slice(0, most);
  return { shown, left: Math.max(0, Math.max(cause.tests, tests.length) - shown.length) };
}

/**
 * What a list of causes with room for `limit` entries leaves out: `and 3 more causes` of `count`, undefined if it has
 * them all; and whether it hides anything that a higher limit would show.
 */
export function describeCut<Item extends IdentifiedTest>(
  rows: readonly CauseRow<Item>[],
  { count, limit }: { count: number; limit: number },
): { causes: string | undefined; isCut: boolean } {
  const shown = rows.slice(0, limit);
  const left = Math.max(0, count - shown.length);
  const most = countTestsPerCause(rows, limit);
  return {
    causes: left === 0 ? undefined : `and ${formatCount(left, 'more cause')}`,
    isCut:
      rows.length > shown.length ||
      shown.some((row) => row.kind === 'cause' && pickFirstOfEachTest(row.items).length > most),
  };
}

function pickFirstOfEachTest<Item extends IdentifiedTest>(items: readonly Item[]): Item[] {
  const tests = new Map<string, Item>();
  for (const item of items) {
    const key = buildTestKey(item);
    if (!tests.has(key)) tests.set(key, item);
  }
  return [...tests.values()];
}
