import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { FlakyFlags } from '../commands/flaky.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../flags/filter-options.ts';
import { choice, countOf, failOn } from '../flags/option-values.ts';
import type { Run } from './run.ts';
import { TEST_STATES } from './test.ts';

/** `svc flaky`. */
export function declareFlaky(program: Command, run: Run): void {
  const flaky = program
    .command('flaky')
    .summary('tests that pass and fail on the same code')
    .description(
      'Tests with a flaky run: one that passed on retry, or failed where another execution of the ' +
        'same commit passed. The rate is flaky runs / runs that passed or failed.',
    )
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<FlakyFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { flaky } = await import('../commands/flaky.ts');
        return flaky(context, flags);
      });
    });
  const sorts = ['rate', 'score', 'impact'] satisfies FlakyFlags['sort'][];
  const sortText = 'order by rate (default), score (confidence) or impact (cost)';
  flaky
    .addOption(choice('--sort <by>', sortText, sorts))
    .option('--min-runs <n>', 'only tests with at least so many runs (default: 5)', countOf)
    .addOption(choice('--state <state>', 'only', TEST_STATES))
    .option('--owner <name>', "only this owner's tests")
    .option('--search <text>', 'only with this text in title or file')
    .addOption(failOn(['flaky'], 'flaky: exit with 1 where any test is listed'));
  addMarkdownOption(addLimitOption(addFilterOptions(flaky)));
  addExamples(
    flaky,
    'svc flaky --sort impact             what to fix first',
    'svc flaky --state flaky --owner @team/search',
    'svc flaky --branch main --from 7d --fail-on flaky',
  );
}
