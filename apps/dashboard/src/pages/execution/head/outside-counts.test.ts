import { expect, it } from 'vitest';
import { formatFailedCount, computePassRate, type Outcomes } from './outside-counts.ts';

const NONE = { failed: 0, flaky: 0, interrupted: 0, skipped: 0, passed: 0, all: 0, artifacts: 0 };

interface Facts {
  status?: Outcomes['execution']['status'];
  counts?: Partial<Outcomes['counts']>;
  files?: number;
  errors?: number;
}

function outcomesOf({ status = 'failed', counts = {}, files = 0, errors = 0 }: Facts): Outcomes {
  return {
    execution: { status } as Outcomes['execution'],
    counts: { ...NONE, ...counts },
    errors: [],
    errorsOmitted: errors,
    brokenFiles: { items: [], omitted: files },
  };
}

it.each([
  [{}, '0'],
  [{ counts: { failed: 1_234 } }, '1,234'],
  [{ files: 1 }, '1 file'],
  [{ errors: 2 }, '2 errors'],
  [{ counts: { failed: 4 }, files: 1, errors: 1 }, '4 tests, 1 file, 1 error'],
] as [Facts, string][])('counts the failures of %j as %s', (facts, text) => {
  expect(formatFailedCount(outcomesOf(facts))).toBe(text);
});

const PASSED = { passed: 9, all: 9 };

it.each([
  [{ status: 'passed', counts: PASSED }, { rate: 1 }],
  [{ status: 'failed', counts: { passed: 3, failed: 1, all: 4 } }, { rate: 0.75 }],
  [{ status: 'running', counts: { passed: 3, failed: 1, all: 4 } }, { rate: 0.75 }],
  [{ files: 1, counts: PASSED }, { missing: 'A file failed to load. Its tests have no result.' }],
  [
    { errors: 1, counts: PASSED },
    { missing: 'The run reported an error. Tests without a result may exist.' },
  ],
  [{ status: 'failed', counts: PASSED }, { missing: 'The run failed outside of its tests.' }],
  [{ status: 'interrupted', counts: PASSED }, { missing: 'The run ended before all tests did.' }],
  [{ status: 'running', counts: PASSED }, { missing: 'The run has not ended.' }],
  [{ status: 'passed', counts: { skipped: 5, all: 5 } }, { missing: 'No test passed or failed.' }],
  [{ status: 'passed' }, { missing: 'No test passed or failed.' }],
] as [Facts, ReturnType<typeof computePassRate>][])('gives for %j the rate %j', (facts, rate) => {
  expect(computePassRate(outcomesOf(facts))).toEqual(rate);
});
