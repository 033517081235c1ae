import { expect, it } from 'vitest';
import { findNearest } from './nearest.ts';

it.each([
  ['mian', ['main', 'release'], 'main'],
  ['exec', ['doctor', 'executions'], 'executions'],
  ['MAIN', ['main'], 'main'],
  ['feature/lgoin', ['feature/login', 'feature/logout'], 'feature/login'],
  ['wbe', ['web'], 'web'],
  ['foo', ['root'], undefined],
  ['zebra', ['main'], undefined],
  ['x', [], undefined],
])('takes %s among %j for %s', (word, candidates, found) => {
  expect(findNearest(word, candidates)).toBe(found);
});
