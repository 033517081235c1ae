import { createHash } from 'node:crypto';
import type { Weights } from '@svc/analysis/classify/model';
import type { Case } from '../corpus/read-corpus.ts';

/** The weights as the file that the classifier imports. */
export function weightsFile(weights: Weights, cases: readonly Case[]): string {
  const repositories = new Set(cases.map(({ repo }) => repo)).size;
  const digest = createHash('sha256').update(JSON.stringify(cases)).digest('hex').slice(0, 12);
  return [
    "import type { Weights } from './model.ts';",
    '',
    `// Written by \`pnpm eval --fit\`, from ${cases.length} failures of ${repositories} repositories (sha256 ${digest}).`,
    '// Each list is in the order of CLASSIFICATIONS: HEALABLE, REAL_BUG, KNOWN_FLAKE, INFRA.',
    `export const WEIGHTS: Weights = ${JSON.stringify(weights, null, 2)};`,
    '',
  ].join('\n');
}
