import type { FlakySort } from '@svc/contract/flaky-tests';
import type { TestState } from '@svc/contract/outcomes';
import type { Answer } from '../output/answer.ts';
import { connect, type CommandContext } from '../context/command-context.ts';
import type { FilterFlags } from '../flags/filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { listing, type ListingFlags } from '../asking/listing.ts';
import { defaultSourceOf, questionOf } from '../asking/question.ts';
import { typedFlags } from '../flags/typed-flags.ts';
import { flakyMarkdown } from '../views/flaky/flaky-markdown.ts';
import { flakyCount, flakyText } from '../views/flaky/flaky-text.ts';
import { emptiness, NOT_EMPTY } from '../asking/emptiness.ts';

export interface FlakyFlags extends FilterFlags, ListingFlags {
  sort?: FlakySort;
  minRuns?: number;
  state?: TestState;
  owner?: string;
  search?: string;
  failOn?: 'flaky'[];
}

// The contract's default. It is not sent, so that the server decides.
const DEFAULT_MIN_RUNS = 5;

/** `svc flaky`: the most flaky first. */
export async function flaky(context: CommandContext, flags: FlakyFlags): Promise<Answer> {
  const { sort = 'rate', minRuns, state, owner, search } = flags;
  const { filters, subject } = await questionOf(flags, context);
  const client = await connect(context);
  const { data, items, total, nextLimit } = await listing(flags, (page) =>
    client.flakyTests.list.query({ ...filters, sort, minRuns, state, owner, search, ...page }),
  );
  const typed = (changes: Parameters<typeof typedFlags>[1]) =>
    `svc flaky ${typedFlags(flags, changes)}`;
  const list = terminalSafe({
    ...subject,
    ...defaultSourceOf(flags, data),
    items,
    total,
    sort,
    minRuns: minRuns ?? DEFAULT_MIN_RUNS,
    ...(items.length > 0 ? NOT_EMPTY : await emptiness(client, filters)),
    moreCommand: typed({ limit: nextLimit }),
    impactCommand: typed({ sort: 'impact', limit: undefined }),
    allRunsCommand: typed({ minRuns: 1, limit: undefined }),
    command: 'svc flaky',
    serverUrl: context.settings.url,
  });
  const isMet = flags.failOn !== undefined && items.length > 0;
  return {
    data,
    text: (look) => flakyText(list, look),
    markdown: () => flakyMarkdown(list),
    ...(isMet && { exitStatus: 1, reasons: [`--fail-on flaky: ${flakyCount(list)}`] }),
  };
}
