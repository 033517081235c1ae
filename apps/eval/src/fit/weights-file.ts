import type { Weights } from '@svc/analysis/classify/model';

/** The weights as the file that the classifier imports. */
export function weightsFile(weights: Weights): string {
  return [
    "import type { Weights } from './model.ts';",
    '',
    '// Written by `pnpm eval --fit`. In the order of CLASSIFICATIONS: HEALABLE, REAL_BUG, KNOWN_FLAKE, INFRA.',
    `export const WEIGHTS: Weights = ${JSON.stringify(weights, null, 2)};`,
    '',
  ].join('\n');
}
