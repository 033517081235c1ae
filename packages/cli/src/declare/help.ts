import type { Command } from 'commander';
import { nearest } from '@svc/contract/nearest';
import { CommandError } from '../errors/exit.ts';

const EXIT_CODES = 'exit-codes';

/** `svc help`, `svc help executions show`, `svc help exit-codes`. */
export function declareHelp(
  program: Command,
  showExitCodes: (command: Command) => Promise<void>,
): void {
  program
    .command('help')
    .summary('help on a command, or on exit-codes')
    .argument('[topic...]', `a command, or ${EXIT_CODES}`)
    .action(async (topic: string[], _: unknown, command: Command) => {
      if (topic.join(' ') === EXIT_CODES) await showExitCodes(command);
      else topicCommand(program, topic).outputHelp();
    });
  program.addHelpText(
    'after',
    '\nExamples:\n' +
      '  svc attention\n' +
      '  svc executions show latest\n' +
      '  svc compare branch:main latest --fail-on regressions\n' +
      '  svc flaky --sort impact\n' +
      `\nExit codes: svc help ${EXIT_CODES}`,
  );
}

function topicCommand(program: Command, topic: readonly string[]): Command {
  return topic.reduce((command, word) => {
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner !== undefined) return inner;
    const names = [...command.commands.map((candidate) => candidate.name()), EXIT_CODES];
    const near = nearest(word, names);
    throw new CommandError(
      `no help on '${word}'`,
      near === undefined ? 'svc help' : `svc help ${near}`,
    );
  }, program);
}
