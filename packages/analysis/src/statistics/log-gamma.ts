/**
 * ln Γ(z) for z > 0, to about 1e-15 relative: Stirling's series (DLMF 5.11.1) at a z of at least 15,
 * reached by Γ(z + 1) = z Γ(z).
 */
export function computeLogGamma(z: number): number {
  let shifted = z;
  let product = 1;
  while (shifted < SERIES_FROM) product *= shifted++;
  const square = 1 / (shifted * shifted);
  const series =
    (1 / 12 + square * (-1 / 360 + square * (1 / 1260 + square * (-1 / 1680 + square / 1188)))) /
    shifted;
  return (
    (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI + series - Math.log(product)
  );
}

// The first omitted term is 691 / (360360 z^11): 2e-16 here.
const SERIES_FROM = 15;

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b). */
export function computeLogBeta(a: number, b: number): number {
  return computeLogGamma(a) + computeLogGamma(b) - computeLogGamma(a + b);
}
