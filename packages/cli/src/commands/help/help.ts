import { findNearest } from '@svc/contract/zod-free/nearest';
import type { Command } from 'commander';
import { CommandError, EXIT_STATUSES } from '../../errors/exit.ts';
import type { Answer } from '../../terminal/answer.ts';
import type { Run } from '../../context/declare-command.ts';

const EXIT_CODES = 'exit-codes';
const JSON_TOPIC = 'json';

/** `svc help`, `svc help executions show`, `svc help exit-codes`, `svc help json executions show`. `load` adds the flags of a command of svc. */
export function declareHelp(
  program: Command,
  run: Run,
  load: (command: Command) => Promise<void>,
): void {
  const help = program
    .command('help')
    .summary('help on a command, on exit-codes or on json')
    .argument('[topic...]', `a command, ${EXIT_CODES}, or ${JSON_TOPIC} with a command or alone`)
    .action(async (topic: string[]) => {
      const [first, ...rest] = topic;
      if (topic.join(' ') === EXIT_CODES) await run(help, showExitCodes);
      else if (first === JSON_TOPIC) {
        const { showJsonHelp } = await import('./help-json.ts');
        await run(help, () => showJsonHelp(rest));
      } else (await resolveTopicCommand(program, topic, load)).outputHelp();
    });
  program.addHelpText(
    'after',
    '\nExamples:\n' +
      '  svc attention\n' +
      '  svc executions show latest\n' +
      '  svc compare branch:main latest --fail-on regressions\n' +
      '  svc flaky --sort impact\n' +
      `\nExit codes: svc help ${EXIT_CODES}. What --json prints: svc help ${JSON_TOPIC}`,
  );
}

async function resolveTopicCommand(
  program: Command,
  topic: readonly string[],
  load: (command: Command) => Promise<void>,
): Promise<Command> {
  let command = program;
  for (const word of topic) {
    const inner = command.commands.find((candidate) => candidate.name() === word);
    if (inner === undefined) throw buildNoTopicError(command, word);
    if (command === program) await load(inner);
    command = inner;
  }
  return command;
}

function buildNoTopicError({ commands }: Command, word: string): CommandError {
  const near = findNearest(word, [
    ...commands.map((command) => command.name()),
    EXIT_CODES,
    JSON_TOPIC,
  ]);
  const remedy = near === undefined ? 'svc help' : `svc help ${near}`;
  return new CommandError(`no help on '${word}'`, remedy);
}

async function showExitCodes(): Promise<Answer> {
  return {
    data: EXIT_STATUSES,
    text: ({ colors }) => [
      colors.bold('Exit codes of svc'),
      '',
      ...EXIT_STATUSES.map(({ status, meaning }) => `${String(status).padStart(5)}  ${meaning}`),
    ],
  };
}
