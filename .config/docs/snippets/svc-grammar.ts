import { Command, CommanderError } from 'commander';
import { program as adminProgram } from '../../../apps/server/src/admin/admin-program.ts';
import { COMMANDS } from '../../../packages/cli/src/commands/command-list.ts';
import { buildDeclaredProgram } from '../../../packages/cli/src/commands/completion/grammar.ts';

const declared = await Promise.all(
  COMMANDS.map(async ({ name, summary, load }) => ({ name, summary, declare: await load() })),
);

/** What `svc` refuses of these words; undefined for a command that it would run. Nothing runs. */
export function findSvcMistake(words: readonly string[]): Promise<string | undefined> {
  const root = new Command('svc')
    .option('--json')
    .option('--jq <filter>')
    .option('--url <url>')
    .option('--context <name>')
    .option('-q, --quiet');
  const program = buildDeclaredProgram(
    root,
    declared.map(({ name, summary, declare }) => ({
      name,
      summary,
      declare: (command) => declare(command, async () => undefined),
    })),
  );
  return findMistake(program, words);
}

/** What `svc-admin` refuses of these words. */
export function findAdminMistake(words: readonly string[]): Promise<string | undefined> {
  return findMistake(adminProgram, words);
}

async function findMistake(
  program: Command,
  words: readonly string[],
): Promise<string | undefined> {
  silence(program);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? undefined : error.message;
  }
}

/** Commands say their mistakes by an error, and do nothing else. */
function silence(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  if (command.commands.length === 0) command.action(() => undefined);
  for (const inner of command.commands) silence(inner);
}
