import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';

// Enough to recognize a failure; `--json` has all of it.
const MOST_CHARACTERS = 300;

/** A text from outside on one line, its end cut off after `most` characters. */
export function shortText(text: string, most = MOST_CHARACTERS): string {
  // A text of a megabyte need not be cleaned whole.
  const line = toTerminalLine(text.slice(0, most * 4).toWellFormed());
  if (line.length <= most && text.length <= most * 4) return line;
  return `${line
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}
