import { parseArgs } from 'node:util';
import type { ReadsOptions } from './reads/reads.bench.ts';
import type { ReportersOptions } from './reporters/reporters.bench.ts';
import { FRAMEWORK_NAMES, type FrameworkName } from './reporters/framework.ts';

const SIZES = ['1e5', '1e6', '1e7'];

export interface BenchOptions {
  /** Which benches to run; none: all. */
  names: string[];
  reads: ReadsOptions;
  reporters: ReportersOptions;
}

/** @throws Error for what it does not know. */
export function benchOptions(args: string[]): BenchOptions {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      results: { type: 'string', multiple: true, default: SIZES },
      'data-dir': { type: 'string' },
      endpoint: { type: 'string', multiple: true, default: [] },
      explain: { type: 'boolean', default: false },
      framework: { type: 'string', multiple: true, default: [...FRAMEWORK_NAMES] },
      reporters: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
    },
  });
  return {
    names: positionals,
    reads: {
      sizes: values.results.map(sizeOf).toSorted((a, b) => a - b),
      dataDir: values['data-dir'],
      endpoints: values.endpoint,
      isExplained: values.explain,
    },
    reporters: {
      frameworks: values.framework.map(frameworkOf),
      reporters: values.reporters.split(',').filter((name) => name !== ''),
      rounds: roundsOf(values.rounds),
    },
  };
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (Number.isSafeInteger(size) && size >= 10_000) return size;
  throw new Error(`--results ${text}: expected a whole number from 10,000, such as 1e6`);
}

function frameworkOf(text: string): FrameworkName {
  const name = FRAMEWORK_NAMES.find((one) => one === text);
  if (name !== undefined) return name;
  throw new Error(`--framework ${text}: expected one of ${FRAMEWORK_NAMES.join(', ')}`);
}

function roundsOf(text: string): number {
  const rounds = Number(text);
  if (Number.isSafeInteger(rounds) && rounds > 0) return rounds;
  throw new Error(`--rounds ${text}: expected a whole number from 1`);
}
