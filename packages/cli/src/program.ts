import { Command, CommanderError } from 'commander';
import type { Answer } from './answer.ts';
import { makeContext, type CommandContext, type CommonFlags } from './command-context.ts';
import { declareHelp } from './declare-help.ts';
import type { ExitStatus } from './exit.ts';
import type { FilterFlags } from './filter-flags.ts';
import {
  addFilterOptions,
  addLimitOption,
  addListOptions,
  addMarkdownOption,
  addProjectOptions,
} from './filter-options.ts';
import { makePrinter, printText } from './print.ts';
import { asCommandError, isHelp, refuseFlagsOfParent } from './usage-error.ts';
import { svcVersion } from './version.ts';

type Body = (context: CommandContext) => Promise<Answer>;

/**
 * The grammar of svc: every command with its flags. Bodies are imported when their command runs.
 * @throws CommandError for wrong usage.
 */
export async function runProgram(args: readonly string[]): Promise<ExitStatus> {
  let exitStatus: ExitStatus = 0;
  const program = declare(async (flags, body) => {
    exitStatus = await answer(flags, body);
  });
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
  } catch (error) {
    if (isHelp(error)) return 0;
    if (error instanceof CommanderError) throw asCommandError(error, program, args);
    throw error;
  }
  return exitStatus;
}

async function answer(flags: CommonFlags, body: Body): Promise<ExitStatus> {
  const printer = await makePrinter(flags);
  const context = await makeContext(flags, printer);
  const found = await printer.activity.during(body(context));
  await printer.answer(found, context.now);
  return found.exitStatus ?? 0;
}

type Run = (flags: CommonFlags, body: Body) => Promise<void>;

function declare(run: Run): Command {
  const program = declareRoot();
  declareExecutions(program, run);
  program
    .command('upload')
    .summary('send executions that could not be sent before')
    .description('Sends spool files: those named, or all unsent ones of the project around.')
    .argument('[files...]', 'spool files')
    .action((files: string[], _: unknown, command: Command) =>
      run(command.optsWithGlobals(), async (context) => {
        const { upload } = await import('./commands/upload.ts');
        return upload(context, files);
      }),
    );
  program
    .command('doctor')
    .summary('what is wrong, and what to do')
    .description('Looks at Node, server, clock, key, spool and test configuration.')
    .action((_: unknown, command: Command) =>
      run(command.optsWithGlobals(), async (context) => {
        const { doctor } = await import('./commands/doctor.ts');
        return doctor(context);
      }),
    );
  declareHelp(program, (command) =>
    run(command.optsWithGlobals(), async () => {
      const { helpExitCodes } = await import('./commands/help-exit-codes.ts');
      return helpExitCodes();
    }),
  );
  return program;
}

function declareRoot(): Command {
  return new Command('svc')
    .description('What ran, what broke, what is flaky: answers from an svc server.')
    .usage('<command> [flags]')
    .option('--json', "the answer's data as one JSON document")
    .option('--url <url>', 'the server (default: SVC_URL, the config file, http://localhost:4400)')
    .option('--api-key <key>', 'the key; better in SVC_API_KEY: other users see a command line')
    .option('--no-color', 'plain text; NO_COLOR does the same')
    .option('-q, --quiet', 'only the answer')
    .option('-v, --verbose', 'requests with ids and timings on stderr')
    .version(svcVersion(), '-V, --version', 'the version')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: printText, writeErr: () => undefined })
    .helpCommand(false)
    .exitOverride();
}

function declareExecutions(program: Command, run: Run): void {
  const executions = program
    .command('executions')
    .summary('what ran lately')
    .description('The executions that match, newest first.')
    .action((_: unknown, command: Command) => {
      const flags = command.optsWithGlobals<FilterFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { executions } = await import('./commands/executions.ts');
        return executions(context, flags);
      });
    });
  addMarkdownOption(addLimitOption(addListOptions(addFilterOptions(executions))));

  const show = executions
    .command('show')
    .summary('one execution, failures first')
    .description('One execution: what failed with its errors, then what was flaky.')
    .argument('<execution>', 'a number (812), an id, latest, or branch:NAME')
    .action((reference: string, _: unknown, command: Command) => {
      refuseFlagsOfParent(command);
      const flags = command.optsWithGlobals<FilterFlags & CommonFlags>();
      return run(flags, async (context) => {
        const { executionsShow } = await import('./commands/executions-show.ts');
        return executionsShow(context, reference, flags);
      });
    });
  addMarkdownOption(addLimitOption(addProjectOptions(show)));
}
