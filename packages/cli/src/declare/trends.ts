import type { Command } from 'commander';
import type { CommonFlags } from '../command-context.ts';
import type { TrendsFlags } from '../commands/trends.ts';
import {
  addChoice,
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from './filter-options.ts';
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
  addChoice(trends, '--granularity <step>', { text: 'one of', values: steps, preset: 'daily' });
  trends
    .option('--timezone <zone>', "where days begin, as Europe/Berlin (default: this machine's)")
    .option('--table', 'the numbers alone');
  addMarkdownOption(addLimitOption(addFilterOptions(trends)));
  addExamples(
    trends,
    'svc trends --branch main --from 14d',
    'svc trends --granularity weekly --from 180d --table',
  );
}
