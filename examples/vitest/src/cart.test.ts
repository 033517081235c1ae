import { describe, expect, it } from 'vitest';
import { shippingCents, totalCents } from './cart.ts';

const tea = { name: 'tea', priceCents: 450, quantity: 2 };
const pot = { name: 'pot', priceCents: 2_499, quantity: 1 };

describe('cart', () => {
  describe('total', () => {
    it('is zero for an empty cart', () => {
      expect(totalCents([])).toBe(0);
    });

    it('counts every piece', () => {
      expect(totalCents([tea, pot])).toBe(3_399);
    });

    // The shop rounds down, its terms say up: a fault that this example is there to show.
    it('rounds a discount in favour of the shop', () => {
      expect(totalCents([pot], 0.1)).toBe(2_250);
    });

    it('refuses a discount over the whole price', () => {
      expect(() => totalCents([tea], 1.5)).toThrow(RangeError);
    });
  });

  describe('shipping', () => {
    it.each([
      [4_999, 'DE', 490],
      [4_999, 'FR', 1_290],
      [5_000, 'FR', 0],
    ])('of %i cents to %s costs %i', (sumCents, country, costs) => {
      expect(shippingCents(sumCents, country)).toBe(costs);
    });

    it.todo('to an island costs more');
  });
});
