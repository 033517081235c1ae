import { Help, type Command } from 'commander';
import { wrapFacts } from '../terminal/lines/wrapped-lines.ts';

// Commander's own default where the output is no terminal.
const DEFAULT_COLUMNS = 80;

/**
 * A flag or a command with its description beside it; below it where the terminal is narrow. Commander itself would
 * leave the description unwrapped there, and the terminal would break it within words.
 */
export function formatItem(
  term: string,
  termWidth: number,
  description: string,
  helper: Help,
): string {
  const { helpWidth = DEFAULT_COLUMNS, minWidthToWrap } = helper;
  const beside = helpWidth - termWidth - BESIDE_INDENT;
  if (description === '' || beside >= minWidthToWrap)
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  const lines = wrapFacts(description.split(' '), ' ', helpWidth - BELOW_INDENT.length);
  return [`  ${term}`, ...lines.map((line) => BELOW_INDENT + line)].join('\n');
}

// Two columns before the term and two behind it.
const BESIDE_INDENT = 4;
const BELOW_INDENT = '      ';

/** Paragraphs below a command's help, wrapped to the terminal. */
export function addNotes(command: Command, ...paragraphs: readonly string[]): Command {
  return command.addHelpText('after', () => {
    const columns = command.configureOutput().getOutHelpWidth?.() ?? DEFAULT_COLUMNS;
    const wrapped = paragraphs.map((text) => wrapFacts(text.split(' '), ' ', columns).join('\n'));
    return `\n${wrapped.join('\n\n')}`;
  });
}
