import type { PartialReason } from '@svc/contract/executions/ingest';

/** Facts about a run from the command line. No public API provides them in all versions. */
export interface Command {
  /** `--list`: shows tests without running them. */
  isListing: boolean;
  /** UI mode, or an editor that runs tests on demand. */
  isWatching: boolean;
  /** `playwright merge-reports`. */
  isMerging: boolean;
  partial: PartialReason[];
}

/**
 * @param argv as `process.argv`: Node, the script, Playwright's command and its arguments.
 * @param filesAreShard whether file names are a shard and filter nothing.
 */
export function readCommand(argv: readonly string[], filesAreShard: boolean): Command {
  const [name = '', ...args] = argv.slice(2);
  return {
    isListing: args.includes('--list'),
    isWatching: name === 'test-server' || args.some((arg) => /^--ui(?:$|-|=)/.test(arg)),
    isMerging: name === 'merge-reports',
    partial: name === 'test' ? findPartialReasons(args, filesAreShard) : [],
  };
}

function findPartialReasons(args: readonly string[], filesAreShard: boolean): PartialReason[] {
  const reasons = new Set<PartialReason>();
  for (let index = 0; index < args.length; index++) {
    const [option = '', inline] = (args[index] ?? '').split('=', 2);
    const isFile = !option.startsWith('-');
    if ((isFile && !filesAreShard) || FILTERS.test(option)) reasons.add('filter');
    if (option === '--last-failed') reasons.add('last-failed');
    if (option === '--only-changed') reasons.add('changed');
    const valueOf = VALUES.find(([options]) => options.test(option))?.[1];
    if (inline === undefined && valueOf?.test(args[index + 1] ?? '') === true) index++;
  }
  return [...reasons];
}

/** Options that exclude tests, besides file names. The value of a short option may follow without a space. */
const FILTERS = /^(?:-g|-G|--(?:grep|grep-invert|project|no-deps|test-list|test-list-invert)$)/;

/**
 * Options with a separate value, which must not be mistaken for a file name. The second expression matches valid
 * values.
 */
const VALUES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:-[cgGj]|-gv|--(?:add-reporter|browser|config|global-timeout|grep|grep-invert|last-failed-file|max-failures|output|project|repeat-each|reporter|retries|run-agents|shard|test-list|test-list-invert|timeout|trace|tsconfig|ui-host|ui-port|update-source-method|workers))$/,
    /./,
  ],
  [/^--only-changed$/, /^[^-]/],
  [/^--shuffle$/, /^\d+$/],
  [/^(?:-u|--update-snapshots)$/, /^(?:all|changed|missing|none)$/],
  [/^--debug$/, /^(?:inspector|cli)$/],
];
