import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { FilterFlags } from '../flags/filter-flags.ts';
import { addExamples, addFilterOptions, addMarkdownOption } from '../flags/filter-options.ts';
import type { Run } from './run.ts';

/** `svc metrics`. */
export function declareMetrics(program: Command, run: Run): void {
  const metrics = program
    .command('metrics')
    .summary('pass rates, failures and times, and what changed')
    .description('The figures of a period, and what changed against the equally long one before.')
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<FilterFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { metrics } = await import('../commands/metrics.ts');
        return metrics(context, flags);
      });
    });
  addMarkdownOption(addFilterOptions(metrics));
  addExamples(metrics, 'svc metrics --branch main --from 7d', 'svc metrics --all-projects --json');
}
