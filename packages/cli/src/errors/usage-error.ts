import { CommanderError, type Command } from 'commander';
import { nearest } from '@svc/contract/nearest';
import { CommandError } from './exit.ts';
import { shellWord } from '../flags/proposed-command.ts';

/** Requested help is an error too, because commander stops that way. */
export function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.exitCode === 0;
}

/** Commander's error in our two lines. `args` are the typed words. */
export function asCommandError(
  error: CommanderError,
  program: Command,
  args: readonly string[],
): CommandError {
  const { command, path, rest } = typedCommand(program, args);
  const [said = '', hint] = error.message.replace(/^error: /, '').split('\n');
  if (error.message === '(outputHelp)')
    return new CommandError('no command given', `${path} --help`);
  if (error.code === 'commander.excessArguments') return unexpectedWord(command, path, rest);
  const suggestion = /Did you mean (?:one of )?([\w-]+)/.exec(hint ?? '')?.[1];
  return new CommandError(said.replace(/\.$/, ''), `${path} ${suggestion ?? '--help'}`);
}

/**
 * Commander lets a command accept the flags of its parent. A filter that is accepted but ignored would answer another
 * question.
 */
export function refuseFlagsOfParent(command: Command): void {
  const { parent } = command;
  const own = new Set(command.options.map((option) => option.attributeName()));
  const stray = parent?.options.find((option) => {
    const name = option.attributeName();
    return !own.has(name) && parent.getOptionValueSource(name) === 'cli';
  });
  if (parent === null || stray === undefined) return;
  const path = `${parent.parent?.name() ?? ''} ${parent.name()} ${command.name()}`.trim();
  throw new CommandError(
    `unexpected option '${stray.long ?? stray.flags}' for '${path}'`,
    `${path} --help`,
  );
}

/** The innermost command that the words name, as typed, and the first word that is not a command. */
function typedCommand(program: Command, args: readonly string[]) {
  let command = program;
  let path = program.name();
  for (const word of args) {
    if (word.startsWith('-')) continue;
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner === undefined) return { command, path, rest: word };
    command = inner;
    path += ` ${word}`;
  }
  return { command, path, rest: undefined };
}

/** `svc executions 812` and `svc executions shwo`: an intuitive guess, and a typo. */
function unexpectedWord(command: Command, path: string, first = ''): CommandError {
  const names = command.commands.map((inner) => inner.name());
  const { args, registeredArguments: own } = command;
  const mistyped = args.find((word) => nearest(word, names) !== undefined);
  const word = mistyped ?? args[own.length] ?? first;
  const near = nearest(word, names);
  const taking =
    own.length > 0
      ? undefined
      : command.commands.find(({ registeredArguments }) => registeredArguments.length > 0);
  const remedy =
    near !== undefined
      ? `${path} ${near}`
      : taking && `${path} ${taking.name()} ${shellWord(word)}`;
  return new CommandError(
    `unexpected argument '${word}' for '${path}'`,
    remedy ?? `${path} --help`,
  );
}
