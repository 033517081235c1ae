import { expect, it } from 'vitest';
import { measureSharesOutside } from './share-outside.ts';

it('keeps all but 0.5 % of 400 generated values of each kind in one group', () => {
  const shares = measureSharesOutside(400);
  expect(new Set(shares.map(({ kind }) => kind)).size).toBe(20);
  expect(shares).toHaveLength(8 + 12 * 10);
  expect(shares.filter(({ outside }) => outside > 0.005)).toEqual([]);
});
