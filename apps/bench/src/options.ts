import { parseArgs } from 'node:util';
import type { ReadsOptions } from './reads/reads.bench.ts';
import type { ReportersOptions } from './reporters/reporters.bench.ts';
import { FRAMEWORK_NAMES, type FrameworkName } from './reporters/framework.ts';

/** Descriptions of the benches, in the order in which they run. */
const BENCHES = {
  ingest: 'results per second of uploads, beside COPY of the same rows',
  fresh: 'time from the answer to an upload until all other answers include it',
  memory: 'how much a 20 MB upload raises the memory of the server',
  read: 'time and memory of reading an execution of 10,000 results',
  reads: 'p50 and p95 of every GET endpoint on generated histories',
  servers: 'p50, p95 and requests/s of 20 clients at 1, 2 and 4 servers, and with a replica',
  'compare-noise':
    'how many tests compare names without a reason, and how many slower ones it finds',
  reporters: 'time, CPU time and memory that reporters add to a test run',
  analyze: 'time of analysing 10,000 failures with their history, and p95 of single ones',
  start: 'time from starting the server until it is ready',
  fingerprints: 'which random values change the fingerprint of a failure, and CPU time',
  cli: "time of 'svc --version', beside 'node -e 0'",
};

export type BenchName = keyof typeof BENCHES;

const BENCH_NAMES = Object.keys(BENCHES) as BenchName[];
const SIZES = ['1e5', '1e6', '1e7'];
const ALL_FRAMEWORKS: string[] = [...FRAMEWORK_NAMES];

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  results: { type: 'string', multiple: true, default: SIZES },
  'data-dir': { type: 'string' },
  endpoint: { type: 'string', multiple: true, default: [] as string[] },
  explain: { type: 'boolean', default: false },
  'no-cache': { type: 'boolean', default: false },
  framework: { type: 'string', multiple: true, default: ALL_FRAMEWORKS },
  reporters: { type: 'string', default: '' },
  rounds: { type: 'string', default: '5' },
} as const;

export interface BenchOptions {
  help: boolean;
  /** The benches to run. Empty: all. */
  names: BenchName[];
  reads: ReadsOptions;
  reporters: ReportersOptions;
}

/** The command was called with an unknown bench or an invalid option; the message names it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError */
export function parseBenchOptions(args: string[]): BenchOptions {
  const { positionals, values } = parse(args);
  return {
    help: values.help,
    names: parseNames(positionals),
    reads: {
      sizes: values.results.map(parseSize).toSorted((a, b) => a - b),
      dataDir: values['data-dir'],
      endpoints: values.endpoint,
      isExplained: values.explain,
      isCached: !values['no-cache'],
    },
    reporters: {
      frameworks: values.framework.map(parseFramework),
      reporters: values.reporters.split(',').filter((name) => name !== ''),
      rounds: parseRounds(values.rounds),
    },
  };
}

export function formatHelp(): string {
  const width = Math.max(...BENCH_NAMES.map((name) => name.length));
  const benches = BENCH_NAMES.map((name) => `  ${name.padEnd(width)}  ${BENCHES[name]}`);
  return `Usage: pnpm bench [bench...] [options]

Runs the named benches, or all of them. Prints a table of the figures with their targets, then the
same as one line of JSON.

Benches:
${benches.join('\n')}

Options of reads:
  --results <n>        results in a history, from 10,000; repeatable (default: ${SIZES.join(', ')})
  --data-dir <folder>  keep the generated histories here, and use them again the next time
  --endpoint <name>    only endpoints whose name contains this; repeatable (default: all)
  --no-cache           with SVC_ANSWER_CACHE_MB=0, so that the server computes each answer
  --explain            print EXPLAIN of every endpoint, not only of those that miss their target

Options of reporters:
  --framework <name>   ${FRAMEWORK_NAMES.join(', ')}; repeatable (default: all)
  --reporters <names>  reporters to measure, such as svc,junit (default: all)
  --rounds <n>         how often each reporter runs (default: ${OPTIONS.rounds.default})

  -h, --help           print this help

Examples:
  pnpm bench ingest cli
  pnpm bench reads --results 1e5 --results 1e6 --data-dir .bench --endpoint compare
  pnpm bench reporters --framework jest --reporters svc,junit --rounds 3`;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    // Node has a code for each kind of mistake: ERR_PARSE_ARGS_UNKNOWN_OPTION and others.
    const { code } = error as NodeJS.ErrnoException;
    if (!(error instanceof Error) || code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    // Further sentences explain how to pass a bench name that begins with a dash.
    const [sentence = error.message] = error.message.split('. ');
    throw new UsageError(sentence, { cause: error });
  }
}

function parseNames(positionals: readonly string[]): BenchName[] {
  const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    throw new UsageError(`no bench '${unknown.join(', ')}': there are ${BENCH_NAMES.join(', ')}`);
  }
  return BENCH_NAMES.filter((name) => positionals.includes(name));
}

function parseSize(text: string): number {
  const size = Number(text);
  if (Number.isSafeInteger(size) && size >= 10_000) return size;
  throw new UsageError(`--results ${text}: expected a whole number from 10,000, such as 1e6`);
}

function parseFramework(text: string): FrameworkName {
  const name = FRAMEWORK_NAMES.find((one) => one === text);
  if (name !== undefined) return name;
  throw new UsageError(`--framework ${text}: expected one of ${FRAMEWORK_NAMES.join(', ')}`);
}

function parseRounds(text: string): number {
  const rounds = Number(text);
  if (Number.isSafeInteger(rounds) && rounds > 0) return rounds;
  throw new UsageError(`--rounds ${text}: expected a whole number from 1`);
}
