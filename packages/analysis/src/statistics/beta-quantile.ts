import { computeLogBeta } from './log-gamma.ts';

/**
 * The x in [0, 1] below which Beta(a, b) has the share `p`, with a relative error of about 1e-10. Requires 0 < p < 1,
 * a > 0 and b ≥ 1, which is enough for counts of rare events.
 *
 * In u = ln x the density is log-concave for b ≥ 1, and so is the distribution (Prékopa 1973): Newton's method on its
 * logarithm approaches the root from below and does not overshoot.
 * @throws RangeError for other arguments.
 */
export function computeBetaQuantile(p: number, a: number, b: number): number {
  if (!(p > 0 && p < 1 && a > 0 && b >= 1)) {
    throw new RangeError(`No quantile ${p} of Beta(${a}, ${b}): 0 < p < 1, a > 0 and b >= 1`);
  }
  const logP = Math.log(p);
  const logB = computeLogBeta(a, b);
  // x^a / (a B(a, b)) is an upper bound of the distribution, so its root is at or below the wanted one.
  let logX = Math.min((logP + Math.log(a) + logB) / a, -Number.EPSILON);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { logShare, slope } = computeLogDistribution(logX, a, b, logB);
    const step = (logP - logShare) / slope;
    logX = Math.min(logX + step, -Number.EPSILON);
    if (Math.abs(step) < 1e-11) break;
  }
  return Math.exp(logX);
}

// Usually takes 4 to 8 rounds; the bound only stops rounding errors from alternating forever.
const MAX_ROUNDS = 100;

/** ln I_x(a, b) at x = exp(logX), and its derivative by logX. DLMF 8.17.4 and 8.17.22. */
function computeLogDistribution(logX: number, a: number, b: number, logB: number) {
  const x = Math.exp(logX);
  const rest = -Math.expm1(logX);
  const logFront = a * logX + b * Math.log(rest) - logB;
  const logShare =
    x < (a + 1) / (a + b + 2)
      ? logFront + Math.log(computeContinuedFraction(x, a, b) / a)
      : Math.log1p((-Math.exp(logFront) * computeContinuedFraction(rest, b, a)) / b);
  return { logShare, slope: Math.exp(logFront - logShare) / rest };
}

/** The continued fraction of the incomplete beta function, DLMF 8.17.22, by Lentz's method. */
function computeContinuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / moveAwayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / moveAwayFromZero(1 + even * d);
    c = moveAwayFromZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / moveAwayFromZero(1 + odd * d);
    c = moveAwayFromZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return value;
}

// The number of terms grows with the square root of a + b: this is enough for a billion runs.
const MAX_TERMS = 100_000;

/** Lentz's method divides by its terms. */
function moveAwayFromZero(term: number): number {
  return Math.abs(term) < 1e-300 ? 1e-300 : term;
}
