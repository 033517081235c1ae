import { Command, CommanderError, type Option } from 'commander';
import { COMMANDS } from './commands/command-list.ts';
import type { Body, ListedCommand, Run } from './invocation/declare-command.ts';
import { declareHelp } from './commands/help/help.ts';
import {
  makeInvocation,
  type Invocation,
  type CommonFlags,
  signInAgain,
} from './invocation/invocation.ts';
import { type CommandError, buildCannotCombineError } from './errors/exit.ts';
import { toCommandError, isHelp, refuseFlagsOfNoun } from './errors/usage-error.ts';
import { formatItem } from './flags/help-layout.ts';
import { makePrinter } from './terminal/print.ts';
import { readSvcVersion } from './version.ts';
import type { Output, World } from './world.ts';

/**
 * The grammar of svc. Of a listed command, the flags and the body are loaded when the command or its help is typed.
 * @throws CommandError for wrong usage.
 */
export async function parseAndRun(args: readonly string[], world: World): Promise<number> {
  let exitStatus = 0;
  const run: Run = async <Flags extends object>(command: Command, body: Body<Flags>) => {
    refuseFlagsOfNoun(command);
    exitStatus = await answer(command.optsWithGlobals<Flags & CommonFlags>(), body, {
      args,
      world,
    });
  };
  const program = declareProgram(run, world);
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
  } catch (error) {
    if (isHelp(error)) return 0;
    if (error instanceof CommanderError) throw toCommandError(error, program, args);
    throw error;
  }
  return exitStatus;
}

async function answer<Flags extends CommonFlags>(
  flags: Flags,
  body: Body<Flags>,
  { args, world }: Pick<Invocation, 'args' | 'world'>,
): Promise<number> {
  if (flags.json === true && flags.markdown === true) throw buildBothFormatsError(flags);
  const printer = await makePrinter(flags, world);
  const invocation = await makeInvocation(flags, { args, printer, world });
  const found = await printer.activity.during(body(invocation, flags)).catch((error: unknown) => {
    throw signInAgain(error, invocation.settings);
  });
  await printer.answer(found, invocation.now);
  for (const reason of found.reasons ?? []) printer.warn(reason);
  return found.commandStatus ?? found.exitStatus ?? 0;
}

function buildBothFormatsError({ jq }: CommonFlags): CommandError {
  const one = jq === undefined ? '--json' : '--jq';
  return buildCannotCombineError(`${one} and --markdown`);
}

function declareProgram(run: Run, world: World): Command {
  const program = declareRoot(world);
  for (const { name, summary } of COMMANDS) program.command(name).summary(summary);
  const load = async (command: Command) => {
    const declare = await findListedCommand(command)?.load();
    declare?.(command, run);
  };
  program.hook('preSubcommand', (_, command) => load(command));
  declareHelp(program, run, load);
  return program;
}

/** The entry of a direct subcommand of svc; undefined for `help` and for `executions show`. */
function findListedCommand(command: Command): ListedCommand | undefined {
  if (command.parent?.parent !== null) return undefined;
  return COMMANDS.find(({ name }) => name === command.name());
}

function declareRoot({ stdout }: World): Command {
  const root = new Command('svc');
  return root
    .description('What ran, what broke, what is flaky: answers from an svc server.')
    .usage('<command> [flags]')
    .option('--json', 'print the data as one JSON document')
    .option('--jq <filter>', 'print what a filter of jq makes of that document')
    .on('option:jq', () => root.setOptionValue('json', true))
    .option('--url <url>', 'the server (default: SVC_URL, the config file, http://localhost:4400)')
    .option(
      '--api-key <key>',
      'the API key; safer in SVC_API_KEY: other users can see command lines',
    )
    .option('--context <name>', 'a server that svc login stored (default: SVC_CONTEXT)')
    .option('--no-color', 'plain text, as with NO_COLOR')
    .option('-q, --quiet', 'print only the answer')
    .option('-v, --verbose', 'print requests with ids and timings on stderr')
    .version(readSvcVersion(), '-V, --version', 'print the version')
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: collectGlobalOptions,
      subcommandTerm: formatCommandTerm,
      formatItem,
    })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => computeHelpWidth(stdout),
      getOutHasColors: () => false,
    })
    .helpCommand(false)
    .exitOverride();
}

function computeHelpWidth({ isTTY, columns }: Output): number {
  return (isTTY === true ? columns : undefined) ?? 80;
}

/** The options of svc itself: `executions show` has none of the flags of `executions`. */
function collectGlobalOptions(command: Command): Option[] {
  const { parent } = command;
  if (parent === null) return [];
  return parent.parent === null ? [...parent.options] : collectGlobalOptions(parent);
}

/** `compare <base> <head>`, without `[options]`, which every command has. */
function formatCommandTerm(command: Command): string {
  const args = findListedCommand(command)?.args ?? formatArguments(command);
  return `${command.name()} ${args}`.trim();
}

/** `<base> <head>`, as declared. */
export function formatArguments({ registeredArguments }: Command): string {
  const words = registeredArguments.map((argument) => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name();
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return words.join(' ');
}
