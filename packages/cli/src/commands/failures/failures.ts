import { prepareQuestion } from '../../asking/open-question.ts';
import type { FailurePhase, FailureSort } from '@svc/contract/history/failures';
import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { type Invocation } from '../../invocation/invocation.ts';
import type { FilterFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../../flags/filter-options.ts';
import { buildChoiceOption, buildChoicesOption, failOn } from '../../flags/option-values.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderFailuresMarkdown } from './failures-markdown.ts';
import { formatFailures } from './failures-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

// Four lines each, so that the default fits a screen.
const DEFAULT_GROUPS = 10;

const FAIL_ON_TEXT =
  'new-failures: exit with 1 if a cause is new: first seen in the last 48 hours or 3 executions of the default branch';

/** `svc failures`. */
export const declareFailures: DeclareCommand = (command, run) => {
  command
    .description('All failures, grouped by cause. A test that passed on retry did not fail.')
    .action(() => run(command, showFailures));
  const sorts = ['count', 'newest', 'tests'] satisfies FailuresFlags['sort'][];
  const phases = ['new', 'ongoing', 'over'] satisfies FailuresFlags['phase'];
  const sortText = 'first the most frequent (default), the newest, or the cause of the most tests';
  command
    .addOption(buildChoiceOption('--sort <by>', sortText, sorts))
    .addOption(buildChoicesOption('--phase <phase>', 'only causes in these phases', phases))
    .option('--search <text>', 'only with this text in cause, title or file')
    .addOption(failOn(['new-failures'], FAIL_ON_TEXT));
  addMarkdownOption(addLimitOption(addFilterOptions(command), { rows: DEFAULT_GROUPS }));
  addExamples(
    command,
    'svc failures --branch main --phase new',
    'svc failures --from 1d --fail-on new-failures',
  );
};

interface FailuresFlags extends FilterFlags, ListingFlags {
  sort?: FailureSort;
  phase?: FailurePhase[];
  search?: string;
  failOn?: 'new-failures'[];
}

/** By cause, the most frequent first. */
async function showFailures(invocation: Invocation, flags: FailuresFlags): Promise<Answer> {
  const { sort = 'count', phase, search } = flags;
  const { client, filters, describe } = await prepareQuestion(flags, invocation);
  const question = { ...filters, sort, phase, search };
  const { data, items, total, nextLimit } = await readListing(flags, (page) =>
    client.failures.list.query({ ...question, ...page }),
  );
  // A new cause beyond the limit must stop a script too.
  const findNew = async () => {
    if (phase !== undefined && !phase.includes('new')) return false;
    const found = await client.failures.list.query({ ...question, phase: ['new'], limit: 1 });
    return found.items.length > 0;
  };
  const isMet = flags.failOn !== undefined && (await findNew());
  const list = makeTerminalSafe({
    ...(await describe(items.length === 0, data)),
    items,
    total,
    sort,
    moreCommand: `svc failures ${formatFlags(flags, { limit: nextLimit })}`,
    command: 'svc failures',
  });
  return {
    data,
    text: (look) => formatFailures(list, look),
    markdown: (now) => renderFailuresMarkdown(list, now),
    ...(isMet && { exitStatus: 1, reasons: ['--fail-on new-failures: there are new causes'] }),
  };
}
