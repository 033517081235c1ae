import { needsCommit } from '../../errors/error-code.ts';
import { prepareQuestion } from '../../asking/open-question.ts';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import { readListing, type ListingFlags } from '../../asking/listing.ts';
import { type Invocation } from '../../invocation/invocation.ts';
import { CommandError } from '../../errors/exit.ts';
import type { FilterFlags, ProjectScope } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addListOptions,
  addMarkdownOption,
  addListAlias,
} from '../../flags/filter-options.ts';
import { addNotes } from '../../flags/help-layout.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderExecutionsMarkdown } from './executions-markdown.ts';
import { formatExecutions } from './executions-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';
import { declareExecutionsShow } from './show.ts';

/** `svc executions`, and `svc executions show <execution>`. */
export const declareExecutions: DeclareCommand = (command, run) => {
  const list = () => run(command, showExecutions);
  command.description('The executions that match, newest first.').action(list);
  addMarkdownOption(addLimitOption(addListOptions(addFilterOptions(command))));
  addNotes(
    command,
    'A key that may only upload lists what it uploaded one commit at a time: add --commit.',
  );
  addExamples(
    command,
    'svc executions --branch main --from 7d',
    'svc executions --commit 3f9c1ab',
    'svc executions --status failed --status interrupted',
  );

  addListAlias(command, list);

  declareExecutionsShow(command.command('show'), run);
};

interface ExecutionsFlags extends FilterFlags, ListingFlags {
  status?: ExecutionStatus[];
  commit?: string;
  pullRequest?: number;
  tag?: string[];
  search?: string;
}

/** The newest first. */
async function showExecutions(invocation: Invocation, flags: ExecutionsFlags): Promise<Answer> {
  const { status, commit, pullRequest, tag, search } = flags;
  const { client, filters, scope, describe } = await prepareQuestion(flags, invocation);
  const { data, items, total, nextLimit } = await readListing(flags, (page) =>
    client.executions.list.query({
      ...filters,
      status,
      commit,
      pullRequest,
      tag,
      search,
      ...page,
    }),
  ).catch((error: unknown) => {
    throw needsCommit(error) ? buildCommitRefusal(flags, scope) : error;
  });
  const list = makeTerminalSafe({
    ...(await describe(items.length === 0)),
    items,
    total,
    moreCommand: `svc executions ${formatFlags(flags, { limit: nextLimit })}`,
    // The commit stays when the search is widened: a key that may only upload needs it.
    command: `svc executions ${formatFlags({ commit })}`.trimEnd(),
  });
  return {
    data,
    text: (look) => formatExecutions(list, look),
    markdown: (now) => renderExecutionsMarkdown(list, now),
  };
}

/** With the current commit, if there is one. */
function buildCommitRefusal(
  flags: ExecutionsFlags,
  { currentCommit: commit }: ProjectScope,
): CommandError {
  return new CommandError(
    'this key may only upload, and lists what it uploaded one commit at a time',
    commit === undefined
      ? 'add --commit with the hash of the commit, or use a key with the scope full'
      : `svc executions ${formatFlags({ ...flags, limit: undefined }, { commit })}`,
    3,
  );
}
