import { hash } from 'node:crypto';
import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import { printProgress, type BenchRow } from '../report.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { measureLostNames } from './lost-names.ts';
import { buildValueMakers } from './generated-values.ts';
import { measureSharesOutside } from './share-outside.ts';

const VALUES = 400;
const FAILURES = 100_000;

/**
 * Measures whether values that change from run to run change the fingerprint of a failure, whether names of programs
 * are taken for such values, and how long it takes.
 */
export async function runFingerprintsBench(): Promise<BenchRow[]> {
  printProgress(`fingerprints: ${VALUES} values of each kind, then ${FAILURES} failures`);
  return [
    ...measureSharesOutside(VALUES).map(({ kind, message, outside }): BenchRow => ({
      bench: 'fingerprints',
      figure: `${kind} in '${message}': outside the largest group`,
      value: 100 * outside,
      unit: '%',
      target: { atMost: 0.5 },
    })),
    ...measureLostNames().map(({ message, names, lost }): BenchRow => ({
      bench: 'fingerprints',
      figure: `names masked in '${message}'`,
      value: (100 * lost.length) / names,
      unit: '%',
      target: { atMost: 0.5 },
    })),
    {
      bench: 'fingerprints',
      figure: 'CPU time of 100,000 failures',
      value: measureCpuMs(),
      unit: 'ms',
    },
  ];
}

function measureCpuMs(): number {
  const makers = Object.values(buildValueMakers(createSeededRandom(1)));
  const errors = makers.map((make, line) => ({
    message: `AssertionError: expected ${make()} to be ${make()}`,
    stack: `AssertionError\n    at save (/home/runner/work/shop/shop/src/cart.ts:${line}:3)`,
  }));
  const before = process.cpuUsage();
  for (let index = 0; index < FAILURES; index++) {
    const error = errors[index % errors.length];
    if (error !== undefined) computeFingerprint(error, { sha256Hex, repository: 'acme/shop' });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}
