import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { computeFlakinessImpact, computeFlakinessScore } from './flakiness-score.ts';
import { leastCpuMs } from '../../test/least-cpu-ms.ts';

// Computed with 40 digits in another system (mpmath), by bisection.
it.each([
  [0, 0, 6.7944663650491e-7],
  [0, 100, 5.95391825263309e-8],
  [1, 5, 0.0121185573835762],
  [2, 2, 0.0584924077438466],
  [5, 100, 0.0237524689794193],
  [200, 200, 0.932939677858644],
  [1, 10_000, 1.71740614177467e-5],
])('scores %d flaky runs of %d', (flakyRuns, runs, expected) => {
  expect(Math.abs(computeFlakinessScore(flakyRuns, runs) / expected - 1)).toBeLessThan(1e-9);
});

it('grows with the flaky runs, and falls with the others', () => {
  fc.assert(
    fc.property(fc.nat({ max: 500 }), fc.nat({ max: 5000 }), (flakyRuns, others) => {
      const score = computeFlakinessScore(flakyRuns, flakyRuns + others);
      expect(computeFlakinessScore(flakyRuns + 1, flakyRuns + 1 + others)).toBeGreaterThan(score);
      expect(computeFlakinessScore(flakyRuns, flakyRuns + others + 1)).toBeLessThan(score);
    }),
  );
});

it('has more truly flaky tests in its top 20 than the rate has, if one in a hundred is flaky', () => {
  const random = seededRandom(7);
  const tests = Array.from({ length: 3000 }, () => {
    const rate = random() < 0.99 ? random() * 0.02 : random() * 0.3;
    const runs = 4 + Math.floor(random() ** 2 * 397);
    const flakyRuns = Array.from({ length: runs }, random).filter((value) => value < rate).length;
    return { rate, score: computeFlakinessScore(flakyRuns, runs), seen: flakyRuns / runs };
  });
  const flakyInTop20 = (by: 'score' | 'seen') =>
    tests
      .toSorted((one, other) => other[by] - one[by])
      .slice(0, 20)
      .filter(({ rate }) => rate >= 0.05).length;
  expect({ score: flakyInTop20('score'), seen: flakyInTop20('seen') }).toEqual({
    score: 16,
    seen: 12,
  });
});

it('takes time that hardly grows with the number of runs', () => {
  const many = leastCpuMs(20_000, makeScoring(100_000));
  const few = leastCpuMs(20_000, makeScoring(100));
  // 1,000 if it grew with the number.
  expect(many / few).toBeLessThan(50);
});

function makeScoring(runs: number): () => void {
  return () => void computeFlakinessScore(1 + runs / 20, runs);
}

it('is the posterior mean rate × runs per week × wasted time per flaky run', () => {
  const impact = computeFlakinessImpact({
    flakyRuns: 3,
    runs: 53.8,
    runsPerWeek: 100,
    meanWastedMs: 2000,
  });
  // 3.2 / 64 of 100 runs, 2 s each.
  expect(impact).toBeCloseTo(10_000, 9);
});
