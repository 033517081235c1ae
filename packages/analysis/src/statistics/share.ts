/** `part` / `whole`; null for 0/0, because a rate of nothing is neither good nor bad. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * The 95 % confidence interval of a share, both ends 0..1; null without trials.
 * @see Wilson (1927), without correction for continuity.
 */
export function computeWilsonInterval(
  successes: number,
  trials: number,
): { low: number; high: number } | null {
  if (trials === 0) return null;
  const rate = successes / trials;
  const weight = (Z * Z) / trials;
  const middle = rate + weight / 2;
  const reach = Z * Math.sqrt((rate * (1 - rate) + weight / 4) / trials);
  return {
    low: successes === 0 ? 0 : (middle - reach) / (1 + weight),
    high: successes === trials ? 1 : (middle + reach) / (1 + weight),
  };
}

// The 97.5 % quantile of the normal distribution.
const Z = 1.959963984540054;
