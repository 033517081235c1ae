import { expect, it } from 'vitest';
import { computeRateScale } from './rate-scale.ts';

it.each([
  [
    [0.985, 1],
    ['98.5 %', '99.0 %', '99.5 %', '100.0 %'],
  ],
  [
    [0.9971, 0.9999],
    ['99.7 %', '99.8 %', '99.9 %', '100.0 %'],
  ],
  [
    [0.54, 0.999],
    ['50 %', '75 %', '100 %'],
  ],
  [
    [0.3, 0.3],
    ['29.6 %', '29.7 %', '29.8 %', '29.9 %', '30.0 %'],
  ],
  [
    [0, 0],
    ['0.0 %', '0.1 %', '0.2 %', '0.3 %', '0.4 %'],
  ],
  [
    [0, 1],
    ['0 %', '25 %', '50 %', '75 %', '100 %'],
  ],
  [
    [0.123, 0.171],
    ['10.0 %', '12.5 %', '15.0 %', '17.5 %'],
  ],
])('divides the axis of %j by round numbers', (rates, labels) => {
  const { low, high, ticks } = computeRateScale(rates);
  expect(ticks.map(({ label }) => label)).toEqual(labels);
  expect(low).toBeLessThanOrEqual(Math.min(...rates));
  expect(high).toBeGreaterThanOrEqual(Math.max(...rates) - 1e-9);
});
