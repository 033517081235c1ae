import type { Answer } from '../output/answer.ts';
import { connect, type CommandContext } from '../context/command-context.ts';
import type { FilterFlags } from '../flags/filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { defaultSourceOf, questionOf } from '../asking/question.ts';
import { metricsMarkdown } from '../views/metrics/metrics-markdown.ts';
import { metricsText } from '../views/metrics/metrics-text.ts';
import { emptiness, NOT_EMPTY } from '../asking/emptiness.ts';

/** `svc metrics`: the figures of a period, compared with the period before. */
export async function metrics(context: CommandContext, flags: FilterFlags): Promise<Answer> {
  const { filters, subject } = await questionOf(flags, context);
  const client = await connect(context);
  const data = await client.metrics.get.query(filters);
  const shown = terminalSafe({
    ...subject,
    ...defaultSourceOf(flags, data),
    ...(data.executions.total > 0 ? NOT_EMPTY : await emptiness(client, filters)),
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
