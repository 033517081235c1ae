import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { AttentionFlags } from '../commands/attention.ts';
import {
  addExamples,
  addLimitOption,
  addMarkdownOption,
  addProjectOptions,
} from '../flags/filter-options.ts';
import type { Run } from './run.ts';

/** `svc attention`. */
export function declareAttention(program: Command, run: Run): void {
  const attention = program
    .command('attention')
    .summary('what needs attention now')
    .description(
      'What needs attention now, most severe first: failures on the default branch, regressions on ' +
        'others, incomplete executions, tests that became flaky, projects that got slower.',
    )
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<AttentionFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { attention } = await import('../commands/attention.ts');
        return attention(context, flags);
      });
    });
  addMarkdownOption(addLimitOption(addProjectOptions(attention)));
  addExamples(attention, 'svc attention', 'svc attention --all-projects --markdown');
}
