import type { Comparison } from '@svc/contract/executions/compare';
import { expect, it } from 'vitest';
import { NO_CAUSES } from '../causes/cause-groups.ts';
import { describeComparison } from './comparison-words.ts';

const NOTHING = {
  baseTests: 90,
  regressions: 0,
  improvements: 0,
  stillFailing: 0,
  otherErrors: 0,
  newTests: 0,
  newFailing: 0,
  removedTests: 0,
  notRun: 0,
  brokenFiles: 0,
  newlyFlaky: 0,
} as Comparison['summary'];

function describeSummary(
  summary: Partial<Comparison['summary']>,
  partial: Comparison['head']['partial'] = [],
): string {
  const { status, text } = describeComparison({
    summary: { ...NOTHING, ...summary },
    causes: {
      regressions: NO_CAUSES,
      newFailing: NO_CAUSES,
      stillFailing: NO_CAUSES,
      improvements: NO_CAUSES,
    },
    head: { status: 'passed', partial },
  });
  return `${status}: ${text}`;
}

it.each([
  [{ regressions: 2, improvements: 3 }, 'failed: 2 regressions, 3 improvements'],
  [{ improvements: 1 }, 'passed: no regressions, 1 improvement'],
  [{ newFailing: 1 }, 'failed: 1 new test fails'],
  [{ newFailing: 1_204 }, 'failed: 1,204 new tests fail'],
  [{ newlyFlaky: 4 }, 'flaky: no regressions, 4 newly flaky'],
  [{}, 'passed: no regressions'],
  [
    { stillFailing: 436, otherErrors: 136 },
    'failed: no regressions, 436 still failing, 136 of them with another error',
  ],
  [{ notRun: 15 }, 'interrupted: 15 tests did not run, no regressions in the others'],
  [
    { brokenFiles: 2, notRun: 15, regressions: 1 },
    'failed: 2 files failed to load, 15 tests did not run, 1 regression',
  ],
  [
    { removedTests: 46, notRun: 10 },
    "interrupted: 56 of the base's 90 tests did not run, no regressions in the others",
  ],
  [
    { removedTests: 90, newTests: 3, newFailing: 1 },
    "failed: none of the base's 90 tests ran, 1 new test fails, 3 new tests",
  ],
])('describes %j', (summary, text) => {
  expect(describeSummary(summary)).toBe(text);
});

it('expects a filtered head to run only what it was asked to run', () => {
  expect(describeSummary({ notRun: 80 }, ['filter'])).toBe('passed: no regressions');
  expect(describeSummary({ notRun: 80 }, ['bail'])).toBe(
    "interrupted: 80 of the base's 90 tests did not run, no regressions in the others",
  );
});
