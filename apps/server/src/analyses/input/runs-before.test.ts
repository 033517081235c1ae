import { expect, it } from 'vitest';
import { packRuns } from '../../history/packed-runs.ts';
import { summarizeRunsBefore } from './runs-before.ts';

const branch = { commits: new Map<number, string | null>(), own: null };

function runs(from: number, to: number): Buffer {
  return packRuns(
    Array.from({ length: to - from }, (_, at) => ({
      number: from + at,
      failed: at % 2 === 1,
      evidence: null,
      durationMs: 10,
      results: 1,
    })),
  );
}

it('counts the runs before an execution', () => {
  expect(summarizeRunsBefore(runs(0, 10), { number: 4, branch }).figures).toEqual({
    runs: 4,
    failures: 2,
    flakyRuns: 0,
  });
  expect(summarizeRunsBefore(runs(0, 10), { number: 0, branch }).figures?.runs).toBe(0);
});

it('knows nothing of the runs before an execution that is older than all that are kept', () => {
  expect(summarizeRunsBefore(runs(100, 600), { number: 50, branch }).figures).toBeUndefined();
  expect(summarizeRunsBefore(runs(100, 600), { number: 101, branch }).figures?.runs).toBe(1);
});
