import type { Command } from 'commander';
import type { CommonFlags } from '../context/command-context.ts';
import type { ShowFlags } from '../commands/executions-show.ts';
import type { ExecutionsFlags } from '../commands/executions.ts';
import { refuseFlagsOfParent } from '../errors/usage-error.ts';
import {
  addExamples,
  addFilterOptions,
  addLimitOption,
  addListOptions,
  addMarkdownOption,
  addProjectOptions,
} from '../flags/filter-options.ts';
import type { Run } from './run.ts';

/** `svc executions`, and `svc executions show <execution>`. */
export function declareExecutions(program: Command, run: Run): void {
  const list = (_: unknown, command: Command) => {
    const flags = command.optsWithGlobals<ExecutionsFlags & CommonFlags>();
    return run(flags, async (context) => {
      const { executions } = await import('../commands/executions.ts');
      return executions(context, flags);
    });
  };
  const executions = program
    .command('executions')
    .summary('recent executions')
    .description('The executions that match, newest first.')
    .action(list);
  addMarkdownOption(addLimitOption(addListOptions(addFilterOptions(executions))));
  addExamples(
    executions,
    'svc executions --branch main --from 7d',
    'svc executions --status failed --status interrupted',
  );

  // People who know other commands type it. The flags of `executions` are read before it.
  const alias = executions.command('list', { hidden: true }).action(list);
  alias.outputHelp = () => executions.outputHelp();

  const show = executions
    .command('show')
    .summary('one execution, failures first')
    .description('One execution: what failed with its errors, then what was flaky.')
    .argument('<execution>', 'a number (812), an id, latest, or branch:NAME')
    .action((reference: string, _: unknown, command: Command) => {
      refuseFlagsOfParent(command);
      const flags = command.optsWithGlobals<ShowFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { executionsShow } = await import('../commands/executions-show.ts');
        return executionsShow(context, reference, flags);
      });
    });
  addMarkdownOption(addLimitOption(addProjectOptions(show)));
  addExamples(show, 'svc executions show latest', 'svc executions show 812 --project web');
}
