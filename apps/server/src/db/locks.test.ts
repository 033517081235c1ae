import { expect, it } from 'vitest';
import { LOCKS } from './locks.ts';

// Servers of two versions may share a database, and must lock the same keys.
it('has a different key for every lock, the same in every version', () => {
  const keys = Object.entries(LOCKS).map(([name, key]) => [
    name,
    typeof key === 'string' ? key : key('$1'),
  ]);
  expect(keys).toEqual([
    ['server', '7382001'],
    ['migration', '7382002'],
    ['bootstrap', '7382003'],
    ['retention', '7382005'],
    ['partitions', '7382004'],
    ['uploads', 'hashtextextended($1, 1)'],
    ['uploadKey', 'hashtextextended($1, 3)'],
    ['rollUps', 'hashtextextended($1, 2)'],
    ['parts', 'hashtextextended($1, 0)'],
    ['analysis', 'hashtextextended($1, 4)'],
    ['secretFile', '7382006'],
    ['files', '7382007'],
  ]);
});
