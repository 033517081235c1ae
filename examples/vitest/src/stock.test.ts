import { describe, expect, it } from 'vitest';
import { Warehouse } from './stock.ts';

const warehouse = new Warehouse();

describe('stock', () => {
  // Fails on the first attempt and passes on the second: a flaky test.
  it('knows how much tea is left', { retry: 2 }, async () => {
    expect(await warehouse.piecesOf('tea')).toBe(12);
  });

  it('knows that the pots are sold out', async () => {
    expect(await warehouse.piecesOf('pot')).toBe(0);
  });

  it.skip('is counted every night', async () => {
    expect(await warehouse.piecesOf('cup')).toBe(3);
  });

  it('is reserved for an hour', (context) => {
    context.skip('the till has no clock yet');
  });

  // Known and accepted: it passes as long as it fails.
  it.fails('knows a product by its barcode', async () => {
    expect(await warehouse.piecesOf('4006381333931')).toBe(12);
  });
});
