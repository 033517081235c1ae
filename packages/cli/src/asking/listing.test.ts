import { expect, it } from 'vitest';
import { readListing } from './listing.ts';

/** A list of 1, 2, 3, … in pages, and the requested limits. */
function makeNumbers(count: number) {
  const limits: number[] = [];
  const ask = ({ limit, cursor }: { limit: number; cursor: string | undefined }) => {
    limits.push(limit);
    const start = Number(cursor ?? 0);
    const items = Array.from({ length: Math.min(limit, count - start) }, (_, at) => start + at + 1);
    const next = start + items.length;
    return Promise.resolve({ items, nextCursor: next < count ? String(next) : null });
  };
  return { ask, limits };
}

it.each([
  { flags: { limit: 20 }, count: 57, total: 57, isAtLeast: false, nextLimit: 57, limits: [100] },
  { flags: { limit: 20 }, count: 570, total: 100, isAtLeast: true, nextLimit: 100, limits: [100] },
  { flags: { limit: 80 }, count: 570, total: 100, isAtLeast: true, nextLimit: 160, limits: [100] },
  {
    flags: { limit: 150 },
    count: 157,
    total: 150,
    isAtLeast: true,
    nextLimit: 300,
    limits: [100, 50],
  },
  { flags: { limit: 20 }, count: 0, total: 0, isAtLeast: false, nextLimit: 0, limits: [100] },
  {
    flags: { limit: 3, json: true },
    count: 9,
    total: 3,
    isAtLeast: true,
    nextLimit: 6,
    limits: [3],
  },
])('looks ahead to say how many there are: %o', async ({ flags, count, limits, ...expected }) => {
  const numbers = makeNumbers(count);
  const { items, total, nextLimit } = await readListing(flags, numbers.ask);
  expect(items).toHaveLength(Math.min(flags.limit, count));
  expect({ total: total.count, isAtLeast: total.isAtLeast, nextLimit }).toEqual(expected);
  expect(numbers.limits).toEqual(limits);
});

it("keeps the contract's page for --json", async () => {
  const { data } = await readListing({ limit: 3, json: true }, makeNumbers(9).ask);
  expect(data).toEqual({ items: [1, 2, 3], nextCursor: '3' });
});

it('ends when a server sends an empty page with a cursor', async () => {
  const { total } = await readListing({ limit: 3 }, () =>
    Promise.resolve({ items: [], nextCursor: 'again' }),
  );
  expect(total).toEqual({ count: 0, isAtLeast: false });
});
