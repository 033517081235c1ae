import { expect, it } from 'vitest';
import { addCounts, countResult, buildZeroCounts } from './result-counts.ts';

it('counts results by status, and flaky ones as passed too', () => {
  const counts = buildZeroCounts();
  const result = { titlePath: ['a'], file: 'a.ts', durationMs: 1 };
  const attempt = { status: 'failed', durationMs: 1 } as const;
  for (const status of ['passed', 'failed', 'timedOut', 'skipped', 'interrupted'] as const) {
    countResult(counts, { ...result, status });
  }
  const attempts = [attempt, { ...attempt, status: 'passed' as const }];
  countResult(counts, { ...result, status: 'passed', attempts });
  const expected = {
    tests: 6,
    passed: 2,
    failed: 1,
    timedOut: 1,
    skipped: 1,
    interrupted: 1,
    flaky: 1,
  };
  expect(counts).toEqual(expected);
  expect(addCounts([counts, buildZeroCounts(), counts])).toEqual(
    Object.fromEntries(Object.entries(expected).map(([key, count]) => [key, 2 * count])),
  );
  expect(addCounts([])).toEqual(buildZeroCounts());
});
