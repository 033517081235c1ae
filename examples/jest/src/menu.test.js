const { orderCents, receipt } = require('./menu.js');

describe('menu', () => {
  describe('order', () => {
    it('costs nothing when it is empty', () => {
      expect(orderCents({})).toBe(0);
    });

    it.each([
      [1, 45],
      [5, 225],
      [6, 225],
    ])('of %i rolls costs %i cents', (roll, cents) => {
      expect(orderCents({ roll })).toBe(cents);
    });

    it('refuses what is not on the menu', () => {
      expect(() => orderCents({ sushi: 1 })).toThrow(RangeError);
    });

    it.todo('takes vouchers');
  });

  // The bakery forgot the free roll on its receipts: a fault that this example is there to show.
  it('shows the free roll on the receipt', () => {
    expect(receipt({ roll: 6 })).toEqual({
      lines: [
        { name: 'roll', pieces: 5 },
        { name: 'free roll', pieces: 1 },
      ],
      totalCents: 225,
      currency: 'EUR',
    });
  });
});
