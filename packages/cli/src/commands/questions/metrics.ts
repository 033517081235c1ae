import { emptiness, NOT_EMPTY } from '../../asking/emptiness.ts';
import { defaultSourceOf, questionOf } from '../../asking/question.ts';
import { type CommonFlags, connect, type CommandContext } from '../../context/command-context.ts';
import type { FilterFlags } from '../../flags/filter-flags.ts';
import { addExamples, addFilterOptions, addMarkdownOption } from '../../flags/filter-options.ts';
import { terminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../output/answer.ts';
import { metricsMarkdown } from '../../views/metrics/metrics-markdown.ts';
import { metricsText } from '../../views/metrics/metrics-text.ts';
import type { DeclareCommand } from '../declare-command.ts';

/** `svc metrics`. */
export const declareMetrics: DeclareCommand = (command, run) => {
  command
    .description('Pass rates, failures and times of a period, compared with the period before it.')
    .action(() => {
      const flags = command.optsWithGlobals<FilterFlags & CommonFlags>();
      return run(flags, (context) => metrics(context, flags));
    });
  addMarkdownOption(addFilterOptions(command));
  addExamples(command, 'svc metrics --branch main --from 7d', 'svc metrics --all-projects --json');
};

/** The figures of a period, compared with the period before. */
async function metrics(context: CommandContext, flags: FilterFlags): Promise<Answer> {
  const { filters, subject } = await questionOf(flags, context);
  const client = await connect(context);
  const data = await client.metrics.get.query(filters);
  const shown = terminalSafe({
    ...subject,
    ...defaultSourceOf(flags, data),
    ...(data.executions.total > 0 ? NOT_EMPTY : await emptiness(client, filters, subject)),
    metrics: data,
    command: 'svc metrics',
    serverUrl: context.settings.url,
  });
  return {
    data,
    text: (look) => metricsText(shown, look),
    markdown: () => metricsMarkdown(shown),
  };
}
