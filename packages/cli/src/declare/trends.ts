import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { TrendsFlags } from '../commands/trends.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../flags/filter-options.ts';
import { choice } from '../flags/option-values.ts';
import type { Run } from './run.ts';

/** `svc trends`. */
export function declareTrends(program: Command, run: Run): void {
  const trends = program
    .command('trends')
    .summary('pass rate and failures over time, as a chart')
    .description('Pass rate and failed results over time: a chart, then the numbers.')
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<TrendsFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { trends } = await import('../commands/trends.ts');
        return trends(context, flags);
      });
    });
  const steps = ['hourly', 'daily', 'weekly', 'monthly'] satisfies TrendsFlags['granularity'][];
  trends
    .addOption(choice('--granularity <step>', 'one point an hour, a day (default), …', steps))
    .option('--timezone <zone>', "where days begin, as Europe/Berlin (default: this machine's)")
    .option('--table', 'the numbers alone');
  addMarkdownOption(addLimitOption(addFilterOptions(trends)));
  addExamples(
    trends,
    'svc trends --branch main --from 14d',
    'svc trends --granularity weekly --from 180d --table',
  );
}
