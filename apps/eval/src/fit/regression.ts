import { computeSoftmax } from '@svc/analysis/classify/model/model';

/** One example: which features it has and how strongly, and its class as a number from 0. */
export interface Example {
  features: readonly { index: number; value: number }[];
  label: number;
}

export interface RegressionInput {
  examples: readonly Example[];
  classes: number;
  /** The weights by feature and class before any example was seen. */
  prior: readonly (readonly number[])[];
  /** The cost of a squared difference from the prior, in examples' log-loss. */
  penalty: number;
}

export interface Regression {
  bias: number[];
  /** Weights by feature and class. */
  weights: number[][];
}

const ROUNDS = 600;
const RATE = 0.05;
const BIAS_PENALTY = 0.01;

/**
 * Multinomial logistic regression with a normal prior around given weights (maximum a posteriori), so that a feature of
 * few examples keeps most of its earlier weight. Adam, always from the prior: deterministic.
 * @see Kingma and Ba 2015, https://arxiv.org/abs/1412.6980
 */
export function regress({ examples, classes, prior, penalty }: RegressionInput): Regression {
  const start = [...prior, Array.from({ length: classes }, () => 0)];
  const bias = prior.length;
  const flat = Float64Array.from(start.flat());
  const origin = Float64Array.from(flat);
  const mean = new Float64Array(flat.length);
  const square = new Float64Array(flat.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = computeSlope(flat, examples, { classes, bias });
    for (let at = 0; at < flat.length; at++) {
      const cost = at >= bias * classes ? BIAS_PENALTY : penalty;
      const total = (slope[at] ?? 0) + cost * ((flat[at] ?? 0) - (origin[at] ?? 0));
      const first = 0.9 * (mean[at] ?? 0) + 0.1 * total;
      const second = 0.999 * (square[at] ?? 0) + 0.001 * total * total;
      mean[at] = first;
      square[at] = second;
      const size = Math.sqrt(second / (1 - 0.999 ** round)) + 1e-8;
      flat[at] = (flat[at] ?? 0) - (RATE * first) / (1 - 0.9 ** round) / size;
    }
  }
  const rows = start.map((_, row) => [...flat.subarray(row * classes, (row + 1) * classes)]);
  return { bias: rows.at(-1) ?? [], weights: rows.slice(0, -1) };
}

function computeSlope(
  flat: Float64Array,
  examples: readonly Example[],
  { classes, bias }: { classes: number; bias: number },
): Float64Array {
  const slope = new Float64Array(flat.length);
  for (const { features, label } of examples) {
    const rows = [{ index: bias, value: 1 }, ...features];
    const shares = computeShares(flat, rows, classes);
    for (const [one, share] of shares.entries()) {
      const error = share - (one === label ? 1 : 0);
      for (const { index, value } of rows) {
        const at = index * classes + one;
        slope[at] = (slope[at] ?? 0) + error * value;
      }
    }
  }
  return slope;
}

function computeShares(flat: Float64Array, rows: Example['features'], classes: number): number[] {
  const scores = Array.from({ length: classes }, (_, one) =>
    rows.reduce((sum, { index, value }) => sum + value * (flat[index * classes + one] ?? 0), 0),
  );
  return computeSoftmax(scores);
}
