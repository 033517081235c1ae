import type { ExecutionStatus } from '@svc/contract/ingest';
import type { Answer } from '../output/answer.ts';
import { connect, type CommandContext } from '../context/command-context.ts';
import type { FilterFlags } from '../flags/filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { listing, type ListingFlags } from '../asking/listing.ts';
import { questionOf } from '../asking/question.ts';
import { typedFlags } from '../flags/typed-flags.ts';
import { executionsMarkdown } from '../views/executions/executions-markdown.ts';
import { executionsText } from '../views/executions/executions-text.ts';
import { emptiness, NOT_EMPTY } from '../asking/emptiness.ts';

export interface ExecutionsFlags extends FilterFlags, ListingFlags {
  status?: ExecutionStatus[];
  commit?: string;
  pullRequest?: number;
  tag?: string;
  search?: string;
}

/** `svc executions`: the newest first. */
export async function executions(context: CommandContext, flags: ExecutionsFlags): Promise<Answer> {
  const { status, commit, pullRequest, tag, search } = flags;
  const { filters, subject } = await questionOf(flags, context);
  const client = await connect(context);
  const { data, items, total, nextLimit } = await listing(flags, (page) =>
    client.executions.list.query({
      ...filters,
      status,
      commit,
      pullRequest,
      tag,
      search,
      ...page,
    }),
  );
  const list = terminalSafe({
    ...subject,
    ...(items.length > 0 ? NOT_EMPTY : await emptiness(client, filters)),
    items,
    total,
    moreCommand: `svc executions ${typedFlags(flags, { limit: nextLimit })}`,
    command: 'svc executions',
    serverUrl: context.settings.url,
  });
  return {
    data,
    text: (look) => executionsText(list, look),
    markdown: (now) => executionsMarkdown(list, now),
  };
}
