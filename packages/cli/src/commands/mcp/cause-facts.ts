import { TESTS_OF_CAUSE, type CauseRow } from '@svc/analysis/causes/cause-groups';
import { labelFieldsIn } from '@svc/analysis/verdict-words';
import type { Cause } from '@svc/contract/executions/causes';
import { cutText } from './tool-answer.ts';

const PATTERN_CHARACTERS = 300;

/** A cause of several failures, with the first of them as examples. */
export function causeFacts<Item, Example>(
  { cause, items }: { cause: Cause; items: readonly Item[] },
  exampleOf: (item: Item) => Example,
) {
  const { pattern, fingerprint, tests, files, confidence } = cause;
  return {
    cause: cutText(pattern, PATTERN_CHARACTERS),
    fingerprint,
    tests,
    files,
    ...labelFieldsIn(cause),
    confidence,
    examples: items.slice(0, TESTS_OF_CAUSE).map(exampleOf),
  };
}

/** How many failures there are in these rows: the examples of a cause stand for all of its tests. */
export function failuresIn<Item>(rows: readonly CauseRow<Item>[]): number {
  return rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.cause.tests), 0);
}
