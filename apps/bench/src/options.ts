import { parseArgs } from 'node:util';
import type { ReadsOptions } from './reads.bench.ts';

const SIZES = ['1e5', '1e6', '1e7'];

/** Which benches to run, none meaning all, and how `reads` does. @throws Error for what it does not know. */
export function benchOptions(args: string[]): { names: string[]; reads: ReadsOptions } {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      results: { type: 'string', multiple: true, default: SIZES },
      'data-dir': { type: 'string' },
      endpoint: { type: 'string', multiple: true, default: [] },
      explain: { type: 'boolean', default: false },
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
  };
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (Number.isSafeInteger(size) && size >= 10_000) return size;
  throw new Error(`--results ${text}: expected a whole number from 10,000, such as 1e6`);
}
