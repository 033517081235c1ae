import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands/command-list.ts';
import { buildDeclaredProgram } from './commands/completion/grammar.ts';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

const declared = await Promise.all(
  COMMANDS.map(async ({ name, summary, load }) => ({ name, summary, declare: await load() })),
);

const documented = globSync('**/*.md', { cwd: DOCS }).flatMap((page) =>
  findCommands(readFileSync(join(DOCS, page), 'utf8')).map((line) => ({ page, line })),
);

describe('each svc command of the documentation has known flags and values', () => {
  it('finds some', () => expect(documented.length).toBeGreaterThan(30));

  it.each(documented)('$page: $line', async ({ line }) => {
    expect(await findMistake(splitWords(line))).toBeUndefined();
  });
});

/** The lines of a page's shell blocks that begin with svc. */
function findCommands(text: string): string[] {
  const blocks = text.matchAll(/^```sh\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, block = '']) => block)
    .flatMap((block) => block.split('\n'))
    .filter((line) => /^(?:npx @svc\/cli|svc) /.test(line));
}

/** The words after svc, without what is for the shell: comments, redirects and pipes. */
function splitWords(line: string): string[] {
  const [words = ''] = line.replace(/^(?:npx @svc\/cli|svc) /, '').split(/ (?:#|>|<|\||&&) ?/);
  return (words.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
}

/** What commander refuses; undefined for a command that svc would run. */
async function findMistake(words: readonly string[]): Promise<string | undefined> {
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
      // Only the grammar: the body of the command does not run.
      declare: (command) => declare(command, async () => undefined),
    })),
  );
  throwInsteadOfExit(program);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  for (const inner of command.commands) throwInsteadOfExit(inner);
}
