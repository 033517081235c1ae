/** What the bakery sells, in cents. */
const PRICES = { bread: 420, roll: 45, pretzel: 110, cake: 2_800 };

/** The sum of an order such as `{ roll: 6, bread: 1 }`; every sixth roll is free. */
function orderCents(order) {
  let sum = 0;
  for (const [name, pieces] of Object.entries(order)) {
    if (!(name in PRICES)) throw new RangeError(`no ${name} on the menu`);
    const free = name === 'roll' ? Math.floor(pieces / 6) : 0;
    sum += PRICES[name] * (pieces - free);
  }
  return sum;
}

/** As it is written on a receipt. */
function receipt(order) {
  const lines = Object.entries(order).map(([name, pieces]) => ({ name, pieces }));
  return { lines, totalCents: orderCents(order), currency: 'EUR' };
}

module.exports = { orderCents, receipt };
