import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { FailuresFlags } from '../commands/failures.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from '../flags/filter-options.ts';
import { choice, failOn } from '../flags/option-values.ts';
import type { Run } from './run.ts';

// Four lines each, so that the default fits a screen.
const DEFAULT_GROUPS = 10;

const FAIL_ON_TEXT = 'new-failures: exit with 1 where a cause is first seen in the window';

/** `svc failures`. */
export function declareFailures(program: Command, run: Run): void {
  const failures = program
    .command('failures')
    .summary('what fails, by cause')
    .description('All failures, those with the same cause together. Passed retries are none.')
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<FailuresFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { failures } = await import('../commands/failures.ts');
        return failures(context, flags);
      });
    });
  const sorts = ['count', 'newest', 'tests'] satisfies FailuresFlags['sort'][];
  const phases = ['new', 'ongoing', 'over'] satisfies FailuresFlags['phase'][];
  const sortText = 'first the most frequent (default), the newest, or those of the most tests';
  failures
    .addOption(choice('--sort <by>', sortText, sorts))
    .addOption(choice('--phase <phase>', 'only', phases))
    .option('--search <text>', 'only with this text in cause, title or file')
    .addOption(failOn(['new-failures'], FAIL_ON_TEXT));
  addMarkdownOption(addLimitOption(addFilterOptions(failures), { rows: DEFAULT_GROUPS }));
  addExamples(
    failures,
    'svc failures --branch main --phase new',
    'svc failures --from 1d --fail-on new-failures',
  );
}
