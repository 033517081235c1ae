/** An axis of rates from 0 to 1. */
export interface RateScale {
  low: number;
  high: number;
  /** From low to high, with their labels. */
  ticks: { rate: number; label: string }[];
}

// The usual steps of an axis.
const STEPS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
// The number of decimals for steps below one percent.
const DECIMALS = new Map([
  [0.001, 1],
  [0.0025, 2],
  [0.005, 1],
  [0.025, 1],
]);
const MOST_STEPS = 4;

/** The narrowest axis of round numbers that contains all rates: between 99 and 100 %, a full axis shows nothing. */
export function computeRateScale(rates: readonly number[]): RateScale {
  const lowest = Math.min(...rates);
  const highest = Math.max(...rates);
  const scales = STEPS.map((step) => ({
    step,
    from: Math.floor(lowest / step + ROUNDING),
    to: Math.ceil(highest / step - ROUNDING),
  }));
  const { step, from, to } = scales.find(({ from, to }) => to - from <= MOST_STEPS) ?? WHOLE;
  // A flat line needs space below it to look flat.
  const first = from === to ? Math.max(0, from - MOST_STEPS) : from;
  const last = to === first ? first + MOST_STEPS : to;
  const decimals = DECIMALS.get(step) ?? 0;
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const rate = Math.round((first + index) * step * 1e6) / 1e6;
    return { rate, label: `${(rate * 100).toFixed(decimals)} %` };
  });
  return { low: first * step, high: last * step, ticks };
}

const WHOLE = { step: 0.25, from: 0, to: 4 };
// 0.3 / 0.1 is a little less than 3.
const ROUNDING = 1e-9;
