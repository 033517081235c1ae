import { expect, it } from 'vitest';
import { isInfrastructure } from './is-infrastructure.ts';

it.each([
  [20, 16, true],
  [20, 15, false],
  [19, 19, false],
  [20, 20, true],
  [1000, 800, true],
  [1000, 799, false],
  [0, 0, false],
])('of %d that ran, %d failed: %s', (ran, failed, expected) => {
  expect(isInfrastructure({ ran, failed })).toBe(expected);
});
