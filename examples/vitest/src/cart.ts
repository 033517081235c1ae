export interface Item {
  name: string;
  priceCents: number;
  quantity: number;
}

/** The sum of a cart in cents, after a discount given as a fraction from 0 to 1. */
export function totalCents(items: readonly Item[], discount = 0): number {
  if (discount < 0 || discount > 1)
    throw new RangeError(`discount ${discount} is not between 0 and 1`);
  const sum = items.reduce((total, { priceCents, quantity }) => total + priceCents * quantity, 0);
  return Math.floor(sum * (1 - discount));
}

export function shippingCents(sumCents: number, country: string): number {
  if (sumCents >= 5_000) return 0;
  return country === 'DE' ? 490 : 1_290;
}
