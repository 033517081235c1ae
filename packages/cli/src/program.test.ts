import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { COMMANDS } from './commands/command-list.ts';
import { formatArguments } from './program.ts';

it.each(COMMANDS)('lists $name with the arguments that it declares', async ({ args, load }) => {
  const command = new Command('typed');
  (await load())(command, async () => {});
  expect(args ?? '').toBe(formatArguments(command));
});

it('loads no command before one is typed', () => {
  const source = new URL('.', import.meta.url).href;
  const loaded = Array.from(filesLoadedBy(new URL('program.ts', import.meta.url)), (href) =>
    href.slice(source.length),
  );
  expect(loaded.filter((file) => /^commands\/.+\/|^wording\//.test(file))).toEqual([
    'commands/help/help.ts',
  ]);
});

/** The files of this package that a file imports statically, directly or not. */
function filesLoadedBy(file: URL, known = new Set<string>()): Set<string> {
  known.add(file.href);
  const code = readFileSync(file, 'utf8');
  for (const [, path = ''] of code.matchAll(/^import (?!type )[^;]*? from '(\.[^']+)';$/gm)) {
    const imported = new URL(path, file);
    if (!known.has(imported.href)) filesLoadedBy(imported, known);
  }
  return known;
}
