import { expect, it } from 'vitest';
import { packRuns, sumPackedRuns, unpackRuns, type PackedRun } from './packed-runs.ts';

const RUNS: PackedRun[] = [
  { number: 1, failed: false, evidence: 'retry', durationMs: 10, results: 1 },
  { number: 2, failed: true, evidence: 'contradiction', durationMs: 4_000_000_000, results: 2 },
  { number: 2_147_483_647, failed: true, evidence: null, durationMs: 0, results: 31 },
];

it('sums up the runs of the requested executions', () => {
  const packed = packRuns(RUNS);
  expect(packed).toHaveLength(27);
  expect(sumPackedRuns(packed, new Set([1, 2, 3]))).toEqual({
    runs: 2,
    failures: 1,
    durationMs: 4_000_000_010,
    durations: 3,
  });
  expect(sumPackedRuns(packed, new Set([2_147_483_647]))).toEqual({
    runs: 1,
    failures: 1,
    durationMs: 0,
    durations: 31,
  });
});

it('unpacks the packed runs', () => {
  expect(unpackRuns(packRuns(RUNS))).toEqual(RUNS);
});

it('keeps the mean of more results than fit, and clamps a sum that is too large', () => {
  const packed = packRuns([
    { number: 1, failed: false, evidence: null, durationMs: 30_000, results: 300 },
  ]);
  expect(sumPackedRuns(packed, new Set([1]))).toMatchObject({
    durationMs: 3_100,
    durations: 31,
  });
  const long = packRuns([
    { number: 1, failed: false, evidence: null, durationMs: 1e12, results: 1 },
  ]);
  expect(sumPackedRuns(long, new Set([1]))).toMatchObject({ durationMs: 4_294_967_295 });
});
