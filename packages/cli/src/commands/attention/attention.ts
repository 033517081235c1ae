import type { AttentionItem, AttentionKind } from '@svc/contract/history/attention';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { SvcClient } from '@svc/client';
import { explainEmptiness, NOT_EMPTY } from '../../asking/emptiness.ts';
import { connect, type Invocation } from '../../invocation/invocation.ts';
import { resolveProjectScope, type ProjectFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../../flags/filter-options.ts';
import { evaluateFailOn, type Held } from '../../flags/fail-on.ts';
import { failOn } from '../../flags/option-values.ts';
import { quoteShellWord, formatFlags } from '../../errors/proposed-command.ts';
import { formatTimeWindow } from '../../flags/time-window.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderAttentionMarkdown } from './attention-markdown.ts';
import { ATTENTION_DAYS, formatAttention } from './attention-text.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

const FAIL_ON_TEXT =
  'exit with 1 on failing (default branch), regressions (other branches), incomplete, flaky (newly flaky), slower or ' +
  'any of them; repeatable';

/** `svc attention`. */
export const declareAttention: DeclareCommand = (command, run) => {
  command
    .description(
      'What needs attention now, most severe first: failures on the default branch, regressions on ' +
        'others, incomplete executions, tests that became flaky, projects that got slower.',
    )
    .action(() => run(command, showAttention));
  const conditions = ['failing', 'regressions', 'incomplete', 'flaky', 'slower', 'any'] as const;
  command.addOption(failOn(conditions, FAIL_ON_TEXT));
  addMarkdownOption(addLimitOption(addProjectOptions(command)));
  addExamples(
    command,
    'svc attention',
    'svc attention --all-projects --markdown',
    'svc attention --fail-on failing,incomplete',
  );
};

type Condition = 'failing' | 'regressions' | 'incomplete' | 'flaky' | 'slower' | 'any';

interface AttentionFlags extends ProjectFlags {
  failOn?: Condition[];
  limit: number;
}

/** What needs attention now. */
async function showAttention(invocation: Invocation, flags: AttentionFlags): Promise<Answer> {
  const { project, takenFrom } = await resolveProjectScope(flags, invocation);
  const client = await connect(invocation);
  const data = await client.attention.get.query({ project });
  const count = data.items.length;
  const emptyBecause =
    count > 0
      ? NOT_EMPTY
      : await explainEmptiness(client, {
          filters: { project },
          subject: { takenFrom },
          clock: invocation.world.clock,
        });
  const shown = makeTerminalSafe({
    project,
    takenFrom,
    branch: undefined,
    window: formatTimeWindow({}),
    isFiltered: false,
    items: data.items.slice(0, flags.limit),
    count,
    localProjects: data.localProjects,
    idleDefaultBranches: data.idleDefaultBranches,
    ...emptyBecause,
    hasSpeaking:
      count > 0 ||
      (emptyBecause.hasExecutions && (await hasSpeaking(client, project, invocation.now))),
    listCommand: `svc executions${project === undefined ? '' : ` --project ${quoteShellWord(project)}`}`,
    moreCommand: `svc attention ${formatFlags(flags, { limit: count })}`,
    // `svc attention` has no time window, so an empty answer points to the executions.
    command: emptyBecause.nearProject === undefined ? 'svc executions' : 'svc attention',
    serverUrl: invocation.settings.url,
  });
  return {
    data: { ...data, items: data.items.slice(0, flags.limit) },
    text: (look) => formatAttention(shown, look),
    markdown: (now) => renderAttentionMarkdown(shown, now),
    ...evaluateFailOn(flags.failOn, countConditions(data.items)),
  };
}

/** Items beyond the limit stop a script too. */
function countConditions(items: readonly AttentionItem[]): Record<Condition, Held> {
  const of = (kind: AttentionKind): Held =>
    toHeld(items.filter((item) => item.kind === kind).length);
  return {
    failing: of('failing'),
    regressions: of('regression'),
    incomplete: of('incomplete'),
    flaky: of('newly-flaky'),
    slower: of('slower'),
    any: toHeld(items.length),
  };
}

function toHeld(count: number): Held {
  return [count, formatCount(count, 'item')];
}

/** Whether any branch has an execution that `svc attention` looks at. Without one, an empty answer means nothing. */
async function hasSpeaking(
  client: SvcClient,
  project: string | undefined,
  now: Date,
): Promise<boolean> {
  const from = new Date(now.getTime() - ATTENTION_DAYS * DAY_MS).toISOString();
  const { items } = await client.executions.list.query({
    project,
    speaking: 'true',
    from,
    limit: 1,
  });
  return items.length > 0;
}

const DAY_MS = 24 * 60 * 60 * 1000;
