import { expect, it } from 'vitest';
import { parseBenchOptions, formatHelp, UsageError } from './options.ts';

it('runs every bench by default, with the default options', () => {
  expect(parseBenchOptions([])).toEqual({
    help: false,
    names: [],
    reads: {
      sizes: [1e5, 1e6, 1e7],
      dataDir: undefined,
      endpoints: [],
      isExplained: false,
      isCached: true,
    },
    reporters: { frameworks: ['vitest', 'jest', 'playwright'], reporters: [], rounds: 5 },
  });
});

it.each([['--help'], ['-h'], ['ingest', '--help']])('asks for help by %j', (...args) => {
  expect(parseBenchOptions(args).help).toBe(true);
});

it('lists benches and options in the help', () => {
  expect(formatHelp()).toMatchInlineSnapshot(`
    "Usage: pnpm bench [bench...] [options]

    Runs the named benches, or all of them. Prints a table of the figures with their targets, then the
    same as one line of JSON.

    Benches:
      ingest         results per second of uploads, beside COPY of the same rows
      fresh          time from the answer to an upload until all other answers include it
      memory         how much a 20 MB upload raises the memory of the server
      read           time and memory of reading an execution of 10,000 results
      reads          p50 and p95 of every GET endpoint on generated histories
      servers        p50, p95 and requests/s of 20 clients at 1, 2 and 4 servers, and with a replica
      compare-noise  how many tests compare names without a reason, and how many slower ones it finds
      reporters      time, CPU time and memory that reporters add to a test run
      analyze        time of analysing 10,000 failures with their history, and p95 of single ones
      start          time from starting the server until it is ready
      fingerprints   which random values change the fingerprint of a failure, and CPU time
      cli            time of 'svc --version', beside 'node -e 0'

    Options of reads:
      --results <n>        results in a history, from 10,000; repeatable (default: 1e5, 1e6, 1e7)
      --data-dir <folder>  keep the generated histories here, and use them again the next time
      --endpoint <name>    only endpoints whose name contains this; repeatable (default: all)
      --no-cache           with SVC_ANSWER_CACHE_MB=0, so that the server computes each answer
      --explain            print EXPLAIN of every endpoint, not only of those that miss their target

    Options of reporters:
      --framework <name>   vitest, jest, playwright; repeatable (default: all)
      --reporters <names>  reporters to measure, such as svc,junit (default: all)
      --rounds <n>         how often each reporter runs (default: 5)

      -h, --help           print this help

    Examples:
      pnpm bench ingest cli
      pnpm bench reads --results 1e5 --results 1e6 --data-dir .bench --endpoint compare
      pnpm bench reporters --framework jest --reporters svc,junit --rounds 3"
  `);
});

it('keeps every line of the help within 100 columns', () => {
  expect(
    formatHelp()
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([]);
});

it.each([
  [
    ['ingets'],
    "no bench 'ingets': there are ingest, fresh, memory, read, reads, servers, compare-noise, reporters, analyze, start, fingerprints, cli",
  ],
  [['--wrong'], "Unknown option '--wrong'"],
  [['reads', '--results', '5'], '--results 5: expected a whole number from 10,000, such as 1e6'],
  [['--framework', 'mocha'], '--framework mocha: expected one of vitest, jest, playwright'],
  [['--rounds', '0'], '--rounds 0: expected a whole number from 1'],
])('refuses %j', (args, message) => {
  const run = () => parseBenchOptions(args);
  expect(run).toThrow(UsageError);
  expect(run).toThrow(message);
});
