import { prepareQuestion } from '../../asking/open-question.ts';
import type { Granularity, Trends } from '@svc/contract/history/trends';
import { type Invocation } from '../../invocation/invocation.ts';
import type { FilterFlags } from '../../asking/filter-flags.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../../flags/filter-options.ts';
import { buildChoiceOption, isTyped } from '../../flags/option-values.ts';
import { formatFlags } from '../../errors/proposed-command.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import type { Answer } from '../../terminal/answer.ts';
import { renderTrendsMarkdown } from './trends-markdown.ts';
import { isEmpty, filterRanBuckets, pickShownBuckets, formatTrends } from './trends-text.ts';
import type { World } from '../../world.ts';
import type { DeclareCommand } from '../../invocation/declare-command.ts';

const LIMIT_TEXT = 'how many points with executions; without it, --json has all points';

/** `svc trends`. */
export const declareTrends: DeclareCommand = (command, run) => {
  command
    .description('Pass rate and failed results over time: a chart, then the numbers.')
    .action(() =>
      run(command, (invocation, flags: TrendsFlags) =>
        showTrends(invocation, flags, isTyped(command, 'limit')),
      ),
    );
  const steps = ['hourly', 'daily', 'weekly', 'monthly'] satisfies TrendsFlags['granularity'][];
  command
    .addOption(
      buildChoiceOption('--granularity <step>', 'one point per hour, day (default), …', steps),
    )
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
async function showTrends(
  invocation: Invocation,
  flags: TrendsFlags,
  isLimited: boolean,
): Promise<Answer> {
  const { client, filters, describe } = await prepareQuestion(flags, invocation);
  const { granularity } = flags;
  const ownTimezone = flags.timezone === undefined ? detectTimezone(invocation.world) : undefined;
  const timezone = flags.timezone ?? ownTimezone;
  const data = await client.trends.get.query({ ...filters, granularity, timezone });
  const shown = makeTerminalSafe({
    ...(await describe(isEmpty(data), data)),
    trends: data,
    timezoneTakenFrom: ownTimezone === undefined ? undefined : "this machine's time zone",
    tableOnly: flags.table === true,
    limit: flags.limit,
    moreCommand: `svc trends ${formatFlags(flags, { limit: filterRanBuckets(data).length })}`,
    command: 'svc trends',
  });
  return {
    data: isLimited ? { ...data, points: pickNewestPoints(data, flags.limit) } : data,
    text: (look) => formatTrends(shown, look),
    markdown: () => renderTrendsMarkdown(shown),
  };
}

/** Those of the rows that the table shows, and the empty ones between them. */
function pickNewestPoints(data: Trends, limit: number): Trends['points'] {
  const [first] = pickShownBuckets({ trends: data, limit }).items;
  return first === undefined ? [] : data.points.slice(data.points.indexOf(first));
}

/** Undefined for a bare offset such as `+02:00`, which has no daylight saving; the server then uses UTC. */
function detectTimezone({ timeZone }: World): string | undefined {
  return /^[A-Za-z]/.test(timeZone ?? '') ? timeZone : undefined;
}
