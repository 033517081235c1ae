import type { Asker } from './asker.ts';
import { holdCompare } from './compare-answers.ts';
import { holdFailures } from './failures-answers.ts';
import { holdFlakyTests } from './flaky-tests-answers.ts';
import { holdMetrics } from './metrics-answers.ts';
import { holdTests } from './tests-answers.ts';
import { holdTrends } from './trends-answers.ts';

/** The questions about the hand-made data set, and the tests that check an asker's answers. */
export const ALL_ANSWERS: [what: string, hold: (asker: () => Asker) => void][] = [
  ['metrics', holdMetrics],
  ['trends', holdTrends],
  ['flaky tests', holdFlakyTests],
  ['tests', holdTests],
  ['failures', holdFailures],
  ['comparisons', holdCompare],
];
