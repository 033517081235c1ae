import { cutEscaped } from './cut-escaped.ts';
import { toPlainLines } from './plain-text.ts';

/** The lines of a text, at most 20 with 2,000 UTF-16 units. An ellipsis ends what is cut. */
export function toProse(text: string): string[] {
  const lines = toPlainLines(text);
  if (lines.length === 0) return [];
  const shown = lines.slice(0, LINES_MOST).join('\n');
  const cut = cutEscaped(shown, LENGTH_MOST, (character) => character).split('\n');
  return lines.length > LINES_MOST ? [...cut, '…'] : cut;
}

const LINES_MOST = 19;
const LENGTH_MOST = 1_998;
