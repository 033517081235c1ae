import { CommanderError, type Command, type Option } from 'commander';
import { findNearest } from '@svc/contract/zod-free/nearest';
import { CommandError } from './exit.ts';
import { quoteShellWord } from './proposed-command.ts';

/** Requested help is an error too, because commander stops that way. */
export function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** Commander's error in our two lines. `args` are the typed words. */
export function toCommandError(
  error: CommanderError,
  program: Command,
  args: readonly string[],
): CommandError {
  const { command, path, rest } = findTypedCommand(program, args);
  const [said = ''] = error.message.replace(/^error: /, '').split('\n');
  if (error.message === '(outputHelp)')
    return new CommandError('no command given', `${path} --help`);
  if (error.code === 'commander.excessArguments')
    return buildUnexpectedWordError(command, path, rest);
  if (error.code === 'commander.unknownCommand' && rest !== undefined) {
    const problem = `unknown command '${rest}'`;
    return new CommandError(
      problem,
      `${path} ${findMeantCommand(command, rest, args) ?? '--help'}`,
    );
  }
  if (error.code === 'commander.unknownOption') {
    // Most likely a flag of the command that svc is to run.
    if (command.name() === 'run' && !args.includes('--')) {
      return new CommandError(said, `write the command after --: ${path} -- npx vitest run`);
    }
    return new CommandError(said, `${path} ${findNearestFlag(command, args) ?? '--help'}`);
  }
  return new CommandError(rewordCommanderError(said), `${path} --help`);
}

/** Commander's sentences about arguments and values, shorter. One that it has reworded stays as it is. */
function rewordCommanderError(said: string): string {
  const [, flag, value, expected] =
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '([^]*)' is invalid\. It must be ([^]*?)\.?$/.exec(
      said,
    ) ?? [];
  if (flag !== undefined) return `${flag} '${value}' is invalid: expected ${expected}`;
  const [, word, wanted] =
    /^command-argument value '([^]*)' is invalid for argument '[^']*'\. It must be ([^]*?)\.?$/.exec(
      said,
    ) ?? [];
  if (word !== undefined) return `'${word}' is invalid: expected ${wanted}`;
  const [, bare, placeholder] =
    /^option '(?:-\w, )?(--[\w-]+) ([^']*)' argument missing$/.exec(said) ?? [];
  if (bare !== undefined) return `${bare} needs a value: ${bare} ${placeholder}`;
  const [, missing] = /^missing required argument '(.*)'$/.exec(said) ?? [];
  return missing === undefined ? said.replace(/\.$/, '') : `missing argument: <${missing}>`;
}

// What people type who know other commands.
const SYNONYMS = new Map([
  ['list', 'executions'],
  ['ls', 'executions'],
  ['runs', 'executions'],
  ['show', 'executions show'],
  ['history', 'test'],
  ['status', 'attention'],
]);

function findMeantCommand(
  { commands, parent }: Command,
  typed: string,
  args: readonly string[],
): string | undefined {
  const synonym = parent === null ? SYNONYMS.get(typed) : undefined;
  const names = commands.map((inner) => inner.name());
  if (synonym === undefined) return findNearest(typed, names);
  const following = args.slice(args.indexOf(typed) + 1).filter((word) => !word.startsWith('-'));
  // `executions` has no argument.
  const taken = synonym === 'executions' ? [] : following;
  return [synonym, ...taken.map(quoteShellWord)].join(' ');
}

/** The flag that the first unknown one most likely means. */
function findNearestFlag(command: Command, args: readonly string[]): string | undefined {
  const known = collectOptions(command).flatMap(({ long, short }) => [long ?? '', short ?? '']);
  const unknown = args.find((word) => word.startsWith('-') && !known.includes(getFlagName(word)));
  if (unknown === undefined) return undefined;
  const names = known.filter((name) => name.startsWith('--')).map((name) => name.slice(2));
  const near = findNearest(getFlagName(unknown).replace(/^-+/, ''), names);
  return near === undefined ? undefined : `--${near}`;
}

/** `--limit` of `--limit=5`. */
function getFlagName(word: string): string {
  return word.split('=', 1)[0] ?? word;
}

/** The command's flags, and those of the commands around it. */
function collectOptions(command: Command): Option[] {
  const outer = command.parent === null ? [] : collectOptions(command.parent);
  return [...command.options, ...outer];
}

/**
 * Commander lets a command accept the flags of its parent: `svc executions show` those of `svc executions`. A filter that
 * is accepted but ignored would answer another question.
 */
export function refuseFlagsOfNoun(command: Command): void {
  const { parent } = command;
  // The flags of svc itself are for every command.
  if (parent === null || parent.parent === null) return;
  const own = new Set(command.options.map((option) => option.attributeName()));
  const stray = parent.options.find((option) => {
    const name = option.attributeName();
    return !own.has(name) && parent.getOptionValueSource(name) === 'cli';
  });
  if (stray === undefined) return;
  const path = `${parent.parent.name()} ${parent.name()} ${command.name()}`;
  throw new CommandError(
    `unexpected option '${stray.long ?? stray.flags}' for '${path}'`,
    `${path} --help`,
  );
}

/** The innermost command that the words name, as typed, and the first word that is not a command. */
function findTypedCommand(program: Command, args: readonly string[]) {
  let command = program;
  let path = program.name();
  let isValue = false;
  for (const word of args) {
    if (isValue || word.startsWith('-')) {
      // The word after `--url` is its value, not a command.
      const takesValue = ({ long, short, required }: Option) =>
        required && (word === long || word === short);
      isValue = !isValue && collectOptions(command).some(takesValue);
      continue;
    }
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner === undefined) return { command, path, rest: word };
    command = inner;
    path += ` ${word}`;
  }
  return { command, path, rest: undefined };
}

/** `svc executions 812` and `svc executions shwo`: an intuitive guess, and a typo. */
function buildUnexpectedWordError(command: Command, path: string, first = ''): CommandError {
  const names = command.commands.map((inner) => inner.name());
  const { args, registeredArguments: own } = command;
  const mistyped = args.find((word) => findNearest(word, names) !== undefined);
  const word = mistyped ?? args[own.length] ?? first;
  const near = findNearest(word, names);
  const taking =
    own.length > 0
      ? undefined
      : command.commands.find(({ registeredArguments }) => registeredArguments.length > 0);
  const remedy =
    near !== undefined
      ? `${path} ${near}`
      : taking && `${path} ${taking.name()} ${quoteShellWord(word)}`;
  return new CommandError(
    `unexpected argument '${word}' for '${path}'`,
    remedy ?? `${path} --help`,
  );
}
