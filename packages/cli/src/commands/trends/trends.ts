import { openQuestion } from '../../asking/open-question.ts';
import type { Granularity, Trends } from '@svc/contract/history/trends';
import { type CommandContext } from '../../context/command-context.ts';
import type { FilterFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../../flags/filter-options.ts';
import { choice, isTyped } from '../../flags/option-values.ts';
import { typedFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { trendsMarkdown } from './trends-markdown.ts';
import { isEmpty, ranBuckets, shownBuckets, trendsText } from './trends-text.ts';
import type { World } from '../../world.ts';
import type { DeclareCommand } from '../../context/declare-command.ts';

const LIMIT_TEXT = 'how many points with executions; without it, --json has all points';

/** `svc trends`. */
export const declareTrends: DeclareCommand = (command, run) => {
  command
    .description('Pass rate and failed results over time: a chart, then the numbers.')
    .action(() =>
      run(command, (context, flags: TrendsFlags) =>
        trends(context, flags, isTyped(command, 'limit')),
      ),
    );
  const steps = ['hourly', 'daily', 'weekly', 'monthly'] satisfies TrendsFlags['granularity'][];
  command
    .addOption(choice('--granularity <step>', 'one point per hour, day (default), …', steps))
    .option(
      '--timezone <zone>',
      "time zone of the points, such as Europe/Berlin (default: this machine's)",
    )
    .option('--table', 'only the numbers, no chart');
  addMarkdownOption(addLimitOption(addFilterOptions(command), { text: LIMIT_TEXT }));
  addExamples(
    command,
    'svc trends --branch main --from 14d',
    'svc trends --granularity weekly --from 180d --table',
  );
};

interface TrendsFlags extends FilterFlags {
  granularity?: Granularity;
  timezone?: string;
  table?: boolean;
  limit: number;
}

/** A chart, then its numbers. */
async function trends(
  context: CommandContext,
  flags: TrendsFlags,
  isLimited: boolean,
): Promise<Answer> {
  const { client, filters, describe } = await openQuestion(flags, context);
  const { granularity } = flags;
  const ownTimezone = flags.timezone === undefined ? timezoneOfMachine(context.world) : undefined;
  const timezone = flags.timezone ?? ownTimezone;
  const data = await client.trends.get.query({ ...filters, granularity, timezone });
  const shown = makeTerminalSafe({
    ...(await describe(isEmpty(data), data)),
    trends: data,
    timezoneTakenFrom: ownTimezone === undefined ? undefined : "this machine's time zone",
    tableOnly: flags.table === true,
    limit: flags.limit,
    moreCommand: `svc trends ${typedFlags(flags, { limit: ranBuckets(data).length })}`,
    command: 'svc trends',
  });
  return {
    data: isLimited ? { ...data, points: newestPoints(data, flags.limit) } : data,
    text: (look) => trendsText(shown, look),
    markdown: () => trendsMarkdown(shown),
  };
}

/** Those of the rows that the table shows, and the empty ones between them. */
function newestPoints(data: Trends, limit: number): Trends['points'] {
  const [first] = shownBuckets({ trends: data, limit }).items;
  return first === undefined ? [] : data.points.slice(data.points.indexOf(first));
}

/** Undefined for a bare offset such as `+02:00`, which has no daylight saving; the server then uses UTC. */
function timezoneOfMachine({ timeZone }: World): string | undefined {
  return /^[A-Za-z]/.test(timeZone ?? '') ? timeZone : undefined;
}
