import { expect, it } from 'vitest';
import { computeLogBeta, computeLogGamma } from './log-gamma.ts';

// Computed with 40 digits in another system (mpmath), cut to 16.
const KNOWN: [z: number, logGamma: number][] = [
  [0.05, 2.968879201051731],
  [0.2, 1.524063822430784],
  [0.5, 0.5723649429247],
  [1, 0],
  [2.5, 0.2846828704729192],
  [14.999, 25.18854687054693],
  [15, 25.19122118273868],
  [200.05, 858.198466855146],
  [1e6, 12815504.56914761],
];

it.each(KNOWN)('gives ln Γ(%d) to 14 digits', (z, expected) => {
  expect(Math.abs(computeLogGamma(z) - expected)).toBeLessThan(1e-14 * Math.max(1, expected));
});

it('matches the factorials for the beta function of integers', () => {
  // B(3, 4) = 2! 3! / 6!
  expect(computeLogBeta(3, 4)).toBeCloseTo(Math.log(12 / 720), 13);
});
