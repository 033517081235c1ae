import type { Command } from 'commander';
import type { CommonFlags } from '../command-context.ts';
import type { FailuresFlags } from '../commands/failures.ts';
import {
  addChoice,
  addExamples,
  addFailOnOption,
  addFilterOptions,
  addLimitOption,
  addMarkdownOption,
} from './filter-options.ts';
import type { Run } from './run.ts';

// Four lines each, so that the default fits a screen.
const DEFAULT_GROUPS = 10;

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
  const text = 'most failures, newest, or most tests first';
  addChoice(failures, '--sort <by>', { text, values: sorts, preset: 'count' });
  addChoice(failures, '--phase <phase>', { text: 'only', values: phases });
  failures.option('--search <text>', 'only with this text in cause, title or file');
  addFailOnOption(failures, ['new-failures'], 'a cause first seen in the window: new-failures');
  addMarkdownOption(addLimitOption(addFilterOptions(failures), DEFAULT_GROUPS));
  addExamples(
    failures,
    'svc failures --branch main --phase new',
    'svc failures --from 1d --fail-on new-failures',
  );
}
