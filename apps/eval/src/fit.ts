/** One example: which features are there, and its class. */
export interface Example {
  features: readonly { index: number; value: number }[];
  label: number;
  weight?: number;
}

export interface FitOptions {
  classes: number;
  features: number;
  /** Weights before any example was seen, by feature and class. */
  prior: readonly (readonly number[])[];
  /** How much an example counts against the prior: the penalty of a squared difference. */
  penalty: number;
  rounds?: number;
}

/** Weights by feature and class; the last row is the classes' own. Multinomial logistic regression (MAP), by descent with momentum. */
export function fit(examples: readonly Example[], { classes, features, prior, penalty, rounds = 600 }: FitOptions): number[][] {
  const rows = features + 1;
  const weights = Array.from({ length: rows }, (_, row) => Array.from({ length: classes }, (__, k) => prior[row]?.[k] ?? 0));
  const first = weights.map((row) => row.map(() => 0));
  const second = weights.map((row) => row.map(() => 0));
  const rate = 0.05;
  for (let round = 1; round <= rounds; round++) {
    const slope = weights.map((row, at) =>
      row.map((weight, k) => (at === features ? 0.01 : penalty) * (weight - (prior[at]?.[k] ?? 0))),
    );
    for (const { features: found, label, weight = 1 } of examples) {
      const shares = softmax(scoresOf(weights, found, features));
      for (let k = 0; k < classes; k++) {
        const error = weight * ((shares[k] ?? 0) - (k === label ? 1 : 0));
        for (const { index, value } of found) slope[index]![k]! += error * value;
        slope[features]![k]! += error;
      }
    }
    for (let at = 0; at < rows; at++)
      for (let k = 0; k < classes; k++) {
        const g = slope[at]![k]!;
        first[at]![k] = 0.9 * first[at]![k]! + 0.1 * g;
        second[at]![k] = 0.999 * second[at]![k]! + 0.001 * g * g;
        const m = first[at]![k]! / (1 - 0.9 ** round);
        const v = second[at]![k]! / (1 - 0.999 ** round);
        weights[at]![k]! -= (rate * m) / (Math.sqrt(v) + 1e-8);
      }
  }
  return weights;
}

export function scoresOf(weights: readonly (readonly number[])[], found: Example['features'], features: number): number[] {
  const scores = [...(weights[features] ?? [])];
  for (const { index, value } of found) for (let k = 0; k < scores.length; k++) scores[k]! += value * (weights[index]![k] ?? 0);
  return scores;
}

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, one) => total + one, 0);
  return powers.map((power) => power / sum);
}
