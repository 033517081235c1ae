import { prepareQuestion } from '../../asking/open-question.ts';
import type { FlakySort } from '@svc/contract/history/flaky-tests';
import type { TestState } from '@svc/contract/executions/outcomes';
import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { type Invocation } from '../../invocation/invocation.ts';
import type { FilterFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../../flags/filter-options.ts';
import {
  buildChoiceOption,
  buildChoicesOption,
  parseCount,
  failOn,
} from '../../flags/option-values.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderFlakyMarkdown } from './flaky-markdown.ts';
import { formatFlakyCount, formatFlakyTests } from './flaky-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

/** `svc flaky`. */
export const declareFlaky: DeclareCommand = (command, run) => {
  command
    .description(
      'Tests with a flaky run: one that passed on retry, or failed where another execution of the ' +
        'same commit passed. The rate is flaky runs / runs that passed or failed.',
    )
    .action(() => run(command, showFlakyTests));
  const sorts = ['impact', 'rate', 'score'] satisfies FlakyFlags['sort'][];
  const sortText = 'order by impact (default: what costs most), rate or score (certainty)';
  command
    .addOption(buildChoiceOption('--sort <by>', sortText, sorts))
    .option('--min-runs <n>', 'only tests with at least this many runs (default: 5)', parseCount)
    .addOption(buildChoicesOption('--state <state>', 'only tests in these states', TEST_STATES))
    .option('--owner <name>', "only this owner's tests")
    .option('--search <text>', 'only with this text in title or file')
    .addOption(failOn(['flaky'], 'flaky: exit with 1 if any test is listed'));
  addMarkdownOption(addLimitOption(addFilterOptions(command)));
  addExamples(
    command,
    'svc flaky                           what to fix first',
    'svc flaky --state flaky --owner @team/search',
    'svc flaky --branch main --from 7d --fail-on flaky',
  );
};

interface FlakyFlags extends FilterFlags, ListingFlags {
  sort?: FlakySort;
  minRuns?: number;
  state?: TestState[];
  owner?: string;
  search?: string;
  failOn?: 'flaky'[];
}

// The contract's own list would load zod.
const TEST_STATES: readonly TestState[] = [
  'unknown',
  'healthy',
  'suspected',
  'flaky',
  'recovering',
  'broken',
];

// The contract's default. It is not sent, so that the server decides.
const DEFAULT_MIN_RUNS = 5;

/** What costs most first. */
async function showFlakyTests(invocation: Invocation, flags: FlakyFlags): Promise<Answer> {
  const { sort = 'impact', minRuns, state, owner, search } = flags;
  const { client, filters, describe } = await prepareQuestion(flags, invocation);
  const { data, items, nextLimit } = await readListing(flags, (page) =>
    client.flakyTests.list.query({ ...filters, sort, minRuns, state, owner, search, ...page }),
  );
  const typed = (changes: Parameters<typeof formatFlags>[1]) =>
    `svc flaky ${formatFlags(flags, changes)}`;
  const list = makeTerminalSafe({
    ...(await describe(items.length === 0, data)),
    items,
    // The server counts all pages.
    total: { count: data.total.tests, isAtLeast: false },
    sort,
    minRuns: minRuns ?? DEFAULT_MIN_RUNS,
    moreCommand: typed({ limit: nextLimit }),
    impactCommand: typed({ sort: 'impact', limit: undefined }),
    allRunsCommand: typed({ minRuns: 1, limit: undefined }),
    command: 'svc flaky',
  });
  const isMet = flags.failOn !== undefined && items.length > 0;
  return {
    data,
    text: (look) => formatFlakyTests(list, look),
    markdown: () => renderFlakyMarkdown(list),
    ...(isMet && { exitStatus: 1, reasons: [`--fail-on flaky: ${formatFlakyCount(list)}`] }),
  };
}
