import { TESTS_OF_CAUSE } from '@svc/analysis/causes/cause-groups';
import { formatNumber } from '../../format/count.ts';

// Of many causes, their first lines are what is read.
const FEW_CAUSES = 3;
const TESTS_OF_MANY = 2;

/** How many tests of each cause a page shows at first, in a list of so many causes. */
export function countShownTests(causes: number): number {
  return causes <= FEW_CAUSES ? TESTS_OF_CAUSE : TESTS_OF_MANY;
}

/** The button that shows what else is listed: `Show all 434 tests`, `Show 996 of 1,500 failures`. */
export function formatShowButton(
  listed: number,
  total: number,
  noun: 'tests' | 'failures',
): string {
  const which = listed < total ? `${formatNumber(listed)} of` : 'all';
  return `Show ${which} ${formatNumber(total)} ${noun}`;
}
