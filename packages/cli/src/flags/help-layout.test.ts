import { Command } from 'commander';
import { expect, it } from 'vitest';
import { addNotes, formatItem } from './help-layout.ts';

function helpAt(columns: number): string {
  const command = new Command('split')
    .configureHelp({ formatItem })
    .configureOutput({ getOutHelpWidth: () => columns, writeOut: () => undefined })
    .usage('[files]')
    .option('--index <n>', 'which one this is, from 1 (default: show all)')
    .helpOption(false);
  addNotes(
    command,
    'Files are divided by how long they took before, the same in all jobs.',
    'Two.',
  );
  let printed = '';
  command.configureOutput({ writeOut: (text) => (printed += text) });
  command.outputHelp();
  return printed;
}

it('puts descriptions beside the flags, and wraps the notes', () => {
  expect(helpAt(60)).toMatchInlineSnapshot(`
    "Usage: split [files]

    Options:
      --index <n>  which one this is, from 1 (default: show all)

    Files are divided by how long they took before, the same in
    all jobs.

    Two.
    "
  `);
});

it('puts descriptions below the flags in a narrow terminal', () => {
  expect(helpAt(40)).toMatchInlineSnapshot(`
    "Usage: split [files]

    Options:
      --index <n>
          which one this is, from 1
          (default: show all)

    Files are divided by how long they took
    before, the same in all jobs.

    Two.
    "
  `);
});
