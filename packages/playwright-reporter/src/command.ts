import type { PartialReason } from '@svc/contract/ingest';

/** What the command line says of a run, and nothing else that is public does in all versions. */
export interface Command {
  /** `--list`: tests are shown, and none is run. */
  isListing: boolean;
  /** UI mode, or an editor that runs tests on demand. */
  isWatching: boolean;
  /** `playwright merge-reports`. */
  isMerging: boolean;
  partial: PartialReason[];
}

/** @param argv as `process.argv`: Node, the script, Playwright's command and its arguments. */
export function readCommand(argv: readonly string[]): Command {
  const [name = '', ...args] = argv.slice(2);
  return {
    isListing: args.includes('--list'),
    isWatching: name === 'test-server' || args.some((arg) => /^--ui(?:$|-|=)/.test(arg)),
    isMerging: name === 'merge-reports',
    partial: name === 'test' ? partialReasons(args) : [],
  };
}

function partialReasons(args: readonly string[]): PartialReason[] {
  const reasons = new Set<PartialReason>();
  for (let index = 0; index < args.length; index++) {
    const [option = '', inline] = (args[index] ?? '').split('=', 2);
    if (!option.startsWith('-') || FILTERS.test(option)) reasons.add('filter');
    if (option === '--last-failed') reasons.add('last-failed');
    if (option === '--only-changed') reasons.add('changed');
    const valueOf = VALUES.find(([options]) => options.test(option))?.[1];
    if (inline === undefined && valueOf?.test(args[index + 1] ?? '') === true) index++;
  }
  return [...reasons];
}

/** What leaves tests out besides the names of files. Values of short options may stand right behind them. */
const FILTERS = /^(?:-g|-G|--(?:grep|grep-invert|project|no-deps|test-list|test-list-invert)$)/;

/** Options whose value is a word of its own, which must not be taken for the name of a file; and which words can be. */
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
