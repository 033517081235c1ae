import type { Answer } from '../answer.ts';
import { connect, type CommandContext } from '../command-context.ts';
import { projectScope, type ProjectFlags } from '../filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { attentionMarkdown } from '../views/attention-markdown.ts';
import { attentionText } from '../views/attention-text.ts';
import { timeWindowText } from '../time-window.ts';
import { typedFlags } from '../typed-flags.ts';
import { emptiness, NOT_EMPTY } from './emptiness.ts';

export interface AttentionFlags extends ProjectFlags {
  limit: number;
}

/** `svc attention`: what needs attention now. */
export async function attention(context: CommandContext, flags: AttentionFlags): Promise<Answer> {
  const { project, takenFrom } = await projectScope(flags, context);
  const client = await connect(context);
  const data = await client.attention.get.query({ project });
  const count = data.items.length;
  const emptyBecause = count > 0 ? NOT_EMPTY : await emptiness(client, { project });
  const shown = terminalSafe({
    project,
    takenFrom,
    branch: undefined,
    window: timeWindowText({}),
    isFiltered: false,
    items: data.items.slice(0, flags.limit),
    count,
    localProjects: data.localProjects,
    ...emptyBecause,
    moreCommand: `svc attention ${typedFlags(flags, { limit: count })}`,
    // `svc attention` has no time window, so an empty answer points to the executions.
    command: emptyBecause.nearProject === undefined ? 'svc executions' : 'svc attention',
    serverUrl: context.settings.url,
  });
  return {
    data,
    text: (look) => attentionText(shown, look),
    markdown: () => attentionMarkdown(shown),
  };
}
