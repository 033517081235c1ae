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
  /** By feature and class. */
  weights: number[][];
}

const ROUNDS = 600;
const RATE = 0.05;
const BIAS_PENALTY = 0.01;

/**
 * Multinomial logistic regression with a normal prior around given weights (maximum a posteriori), so that a feature
 * that few examples have keeps what was known of it before. Adam, always from the prior: deterministic.
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
    const slope = slopeOf(flat, examples, { classes, bias });
    for (let at = 0; at < flat.length; at++) {
      const cost = at >= bias * classes ? BIAS_PENALTY : penalty;
      const total = (slope[at] ?? 0) + cost * ((flat[at] ?? 0) - (origin[at] ?? 0));
      mean[at] = 0.9 * mean[at]! + 0.1 * total;
      square[at] = 0.999 * square[at]! + 0.001 * total * total;
      const step = mean[at] / (1 - 0.9 ** round);
      const size = Math.sqrt(square[at] / (1 - 0.999 ** round)) + 1e-8;
      flat[at]! -= (RATE * step) / size;
    }
  }
  const rows = start.map((_, row) => [...flat.subarray(row * classes, (row + 1) * classes)]);
  return { bias: rows.at(-1) ?? [], weights: rows.slice(0, -1) };
}

function slopeOf(
  flat: Float64Array,
  examples: readonly Example[],
  { classes, bias }: { classes: number; bias: number },
): Float64Array {
  const slope = new Float64Array(flat.length);
  const scores = new Float64Array(classes);
  for (const { features, label } of examples) {
    for (let one = 0; one < classes; one++) scores[one] = flat[bias * classes + one]!;
    for (const { index, value } of features)
      for (let one = 0; one < classes; one++) scores[one]! += value * flat[index * classes + one]!;
    const most = Math.max(...scores);
    let sum = 0;
    for (let one = 0; one < classes; one++) sum += scores[one] = Math.exp(scores[one]! - most);
    for (let one = 0; one < classes; one++) {
      const error = scores[one]! / sum - (one === label ? 1 : 0);
      slope[bias * classes + one]! += error;
      for (const { index, value } of features) slope[index * classes + one]! += error * value;
    }
  }
  return slope;
}
