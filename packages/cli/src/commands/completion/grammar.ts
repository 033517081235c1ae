import { Argument, Command, type Option } from 'commander';

/** A command as shells complete it. */
export interface CompletedCommand {
  /** The words after `svc`: empty for svc itself, `executions show`. */
  path: string;
  /** The commands below, with their summaries. */
  commands: { name: string; summary: string }[];
  flags: CompletedFlag[];
  /** What its first argument may be. */
  argument: CompletedValue;
}

export interface CompletedFlag {
  /** `--limit`, and its short form. */
  names: string[];
  description: string;
  /** Undefined for a flag without a value. */
  value: CompletedValue | undefined;
}

/** `files`: names of files and folders; `contexts`: what `svc context` lists; `words`: these and nothing else known. */
export type CompletedValue =
  | { kind: 'files' }
  | { kind: 'contexts' }
  | { kind: 'words'; words: readonly string[] };

/** Prints the names of contexts, in every shell. */
export const CONTEXT_NAMES = 'svc context names 2>/dev/null';

/** All commands of `program`, which are declared, with those below them. Hidden ones are left out. */
export function buildGrammar(program: Command): CompletedCommand[] {
  const shared = collectFlags(program);
  return collectCommandsBelow(program, '').map((command) => ({
    ...command,
    flags: command.path === '' ? shared : [...command.flags, ...pickGlobalFlags(shared)],
  }));
}

function collectCommandsBelow(command: Command, path: string): CompletedCommand[] {
  const visible = pickVisibleCommands(command);
  const [argument] = command.registeredArguments;
  return [
    {
      path,
      commands: visible.map((inner) => ({ name: inner.name(), summary: getSummary(inner) })),
      flags: collectFlags(command),
      argument: argument === undefined ? NOTHING : toCompletedValue(argument),
    },
    ...visible.flatMap((inner) => collectCommandsBelow(inner, `${path} ${inner.name()}`.trim())),
  ];
}

const NOTHING: CompletedValue = { kind: 'words', words: [] };

function pickVisibleCommands(command: Command): Command[] {
  // Commander adds `help` to each command that has others below it.
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((inner) => inner.name() !== 'help' || command.parent === null);
}

function getSummary(command: Command): string {
  return command.summary() || command.description();
}

function collectFlags(command: Command): CompletedFlag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({
      names: [option.long, option.short].filter((name) => name !== undefined && name !== null),
      description: option.description,
      value: option.required || option.optional ? toCompletedValue(option) : undefined,
    }));
}

/** Without `--version` and `--help`, which svc has itself and each command has anyway. */
function pickGlobalFlags(flags: readonly CompletedFlag[]): CompletedFlag[] {
  return flags.filter(({ names }) => !names.includes('--version') && !names.includes('--help'));
}

const FILES = /^(?:files?|folders?|reports?)$/;
// What most commands call so. A number or a name of a branch cannot be known here.
const WORDS: Record<string, readonly string[]> = {
  execution: ['latest'],
  base: ['latest'],
  head: ['latest'],
};

function toCompletedValue(declared: Option | Argument): CompletedValue {
  const name = getValueName(declared);
  if (FILES.test(name)) return { kind: 'files' };
  if (isContext(declared)) return { kind: 'contexts' };
  return { kind: 'words', words: findChoices(declared) ?? WORDS[name] ?? [] };
}

/** `--context <name>` and `<context>`, but not the `--name <context>` of `svc login`, which is a new one. */
function isContext(declared: Option | Argument): boolean {
  return 'flags' in declared ? declared.long === '--context' : declared.name() === 'context';
}

/** The name of an argument, or of a flag's value: `file` of `--log <file>`. */
function getValueName(declared: Option | Argument): string {
  if (!('flags' in declared)) return declared.name();
  return /[<[]([\w-]+)(?:\.\.\.)?[>\]]/.exec(declared.flags)?.[1] ?? '';
}

/** From commander's own choices, or from `withChoices`. */
function findChoices({ argChoices, parseArg }: Option | Argument): readonly string[] | undefined {
  if (argChoices !== undefined) return argChoices;
  const parser: unknown = parseArg;
  if (typeof parser !== 'function' || !('choices' in parser)) return undefined;
  return Array.isArray(parser.choices) ? parser.choices.map(String) : undefined;
}

/** svc with all its commands declared, as if each had been typed. */
export function buildDeclaredProgram(
  root: Command,
  declared: readonly { name: string; summary: string; declare: (command: Command) => void }[],
): Command {
  const program = new Command(root.name()).helpCommand(false);
  for (const option of root.options) program.addOption(option);
  for (const { name, summary, declare } of declared) {
    declare(program.command(name).summary(summary));
  }
  // Declared by svc itself; its first topic is a command.
  const topics = [...declared.map(({ name }) => name), 'exit-codes', 'json'];
  program
    .command('help')
    .summary('help on a command, on exit-codes or on json')
    .addArgument(new Argument('[topic...]').choices(topics));
  return program;
}
