import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeBetaQuantile } from './beta-quantile.ts';

const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });

it('is 1 − (1 − p)^(1/b) of Beta(1, b)', () => {
  fc.assert(
    fc.property(share, fc.double({ min: 1, max: 5000, noNaN: true }), (p, b) => {
      const closed = -Math.expm1(Math.log1p(-p) / b);
      expect(Math.abs(computeBetaQuantile(p, 1, b) / closed - 1)).toBeLessThan(1e-9);
    }),
  );
});

it('is p^(1/a) of Beta(a, 1)', () => {
  fc.assert(
    fc.property(share, fc.double({ min: 0.05, max: 5000, noNaN: true }), (p, a) => {
      expect(Math.abs(computeBetaQuantile(p, a, 1) / p ** (1 / a) - 1)).toBeLessThan(1e-9);
    }),
  );
});

it('is mirrored when a and b are swapped, and one half in the middle', () => {
  const parameter = fc.double({ min: 1, max: 500, noNaN: true });
  fc.assert(
    fc.property(share, parameter, parameter, (p, a, b) => {
      expect(computeBetaQuantile(p, a, b) + computeBetaQuantile(1 - p, b, a)).toBeCloseTo(1, 9);
      expect(computeBetaQuantile(0.5, a, a)).toBeCloseTo(0.5, 9);
    }),
  );
});

it('has the share p of the density below it, by integration', () => {
  const cases: [p: number, a: number, b: number][] = [
    [0.1, 0.2, 10],
    [0.1, 1.2, 14],
    [0.1, 5.2, 105],
    [0.1, 40.2, 20],
    [0.9, 0.2, 10],
    [0.5, 3.2, 30],
  ];
  const shares = cases.map(([p, a, b]) => {
    const x = computeBetaQuantile(p, a, b);
    return Math.abs(integral(x, a, b) / integral(1, a, b) - p) < 1e-9;
  });
  expect(shares).toEqual(cases.map(() => true));
});

it('grows with p', () => {
  const counts = fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 3000 }));
  fc.assert(
    fc.property(share, counts, (p, [flaky, rest]) => {
      const quantiles = [p / 2, p, (1 + p) / 2].map((at) =>
        computeBetaQuantile(at, 0.2 + flaky, 10 + rest),
      );
      expect(quantiles).toEqual([...new Set(quantiles)].sort((one, other) => one - other));
    }),
  );
});

it.each([
  [0, 1, 1],
  [1, 1, 1],
  [0.5, 0, 1],
  [0.5, 1, 0.5],
  [Number.NaN, 1, 1],
  [0.5, 1, Number.NaN],
])('refuses p = %d, a = %d, b = %d', (p, a, b) => {
  expect(() => computeBetaQuantile(p, a, b)).toThrow(RangeError);
});

/** ∫ t^(a−1) (1 − t)^(b−1) dt from 0 to x, by Simpson's rule after t = x e^(−w). */
function integral(x: number, a: number, b: number): number {
  const steps = 200_000;
  const width = 40 / Math.min(a, 1) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step++) {
    const w = step * width;
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-a * w) * (1 - x * Math.exp(-w)) ** (b - 1);
  }
  return (x ** a * sum * width) / 3;
}
