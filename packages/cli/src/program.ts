import { Command, CommanderError, type Option } from 'commander';
import { makeContext, type CommonFlags } from './context/command-context.ts';
import { declareAttention } from './declare/attention.ts';
import { declareCompare } from './declare/compare.ts';
import { declareExecutions } from './declare/executions.ts';
import { declareFailures } from './declare/failures.ts';
import { declareFlaky } from './declare/flaky.ts';
import { declareHelp } from './declare/help.ts';
import { declareMetrics } from './declare/metrics.ts';
import type { Body, Run } from './declare/run.ts';
import { declareTest } from './declare/test.ts';
import { declareTrends } from './declare/trends.ts';
import { declareUpkeep } from './declare/upkeep.ts';
import { declareUpload } from './declare/upload.ts';
import type { ExitStatus } from './errors/exit.ts';
import { makePrinter, printText } from './output/print.ts';
import { asCommandError, isHelp } from './errors/usage-error.ts';
import { svcVersion } from './version.ts';

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
  for (const reason of found.reasons ?? []) printer.warn(reason);
  return found.exitStatus ?? 0;
}

/** The options of svc itself: `executions show` has none of the flags of `executions`. */
function globalOptions(command: Command): Option[] {
  const { parent } = command;
  if (parent === null) return [];
  return parent.parent === null ? [...parent.options] : globalOptions(parent);
}

/** `compare <base> <head>`, without `[options]`, which every command has. */
function commandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

/** The order of the help: most frequent commands first. */
function declare(run: Run): Command {
  const program = declareRoot();
  declareAttention(program, run);
  declareExecutions(program, run);
  declareCompare(program, run);
  declareFailures(program, run);
  declareTest(program, run);
  declareFlaky(program, run);
  declareMetrics(program, run);
  declareTrends(program, run);
  declareUpload(program, run);
  declareUpkeep(program, run);
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
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: globalOptions,
      subcommandTerm: commandTerm,
    })
    .configureOutput({ writeOut: printText, writeErr: () => undefined })
    .helpCommand(false)
    .exitOverride();
}
