import type { Granularity } from '@svc/contract/trends';
import type { Answer } from '../output/answer.ts';
import { connect, type CommandContext } from '../context/command-context.ts';
import type { FilterFlags } from '../flags/filter-flags.ts';
import { terminalSafe } from '../format/terminal-text.ts';
import { defaultSourceOf, questionOf } from '../asking/question.ts';
import { typedFlags } from '../flags/typed-flags.ts';
import { trendsMarkdown } from '../views/trends/trends-markdown.ts';
import { isEmpty, trendsText } from '../views/trends/trends-text.ts';
import { emptiness, NOT_EMPTY } from '../asking/emptiness.ts';

export interface TrendsFlags extends FilterFlags {
  granularity?: Granularity;
  timezone?: string;
  table?: boolean;
  limit: number;
}

/** `svc trends`: a chart, then its numbers. */
export async function trends(context: CommandContext, flags: TrendsFlags): Promise<Answer> {
  const { filters, subject } = await questionOf(flags, context);
  const client = await connect(context);
  const { granularity } = flags;
  const ownTimezone = flags.timezone === undefined ? timezoneOfMachine() : undefined;
  const timezone = flags.timezone ?? ownTimezone;
  const data = await client.trends.get.query({ ...filters, granularity, timezone });
  const shown = terminalSafe({
    ...subject,
    ...defaultSourceOf(flags, data),
    ...(isEmpty(data) ? await emptiness(client, filters) : NOT_EMPTY),
    trends: data,
    timezoneTakenFrom: ownTimezone === undefined ? undefined : "this machine's time zone",
    tableOnly: flags.table === true,
    limit: flags.limit,
    moreCommand: `svc trends ${typedFlags(flags, { limit: data.points.length })}`,
    command: 'svc trends',
    serverUrl: context.settings.url,
  });
  return {
    data,
    text: (look) => trendsText(shown, look),
    markdown: () => trendsMarkdown(shown),
  };
}

/** Undefined for a bare offset such as `+02:00`, which has no daylight saving; the server then uses UTC. */
function timezoneOfMachine(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^[A-Za-z]/.test(timeZone) ? timeZone : undefined;
}
