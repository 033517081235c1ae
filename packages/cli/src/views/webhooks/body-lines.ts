import { parsedJson } from '@svc/contract/parsed-json';
import { terminalJson, terminalText } from '../../format/terminal-text.ts';
import type { Look } from '../../format/look.ts';

export interface BodyLimits {
  lines: number;
  /** Where the rest is. */
  moreText: string;
}

/** A body of a request or an answer, safe for a terminal: JSON with line breaks, any other text as it is. */
export function bodyLines(
  { body, truncated }: { body: string; truncated: boolean },
  { lines: most, moreText }: BodyLimits,
  { colors, glyphs }: Look,
): string[] {
  if (body.trim() === '') return [colors.dim('(no body)')];
  const lines = readableText(body).trimEnd().split('\n');
  const left = lines.length - most;
  const cut = left > 0 ? `${glyphs.ellipsis} ${left} more ${left === 1 ? 'line' : 'lines'}` : '';
  return [
    ...lines.slice(0, most).map((line) => shortened(line, glyphs.ellipsis)),
    ...(cut === '' ? [] : [colors.dim(`${cut}${moreText}`)]),
    ...(truncated ? [colors.dim(`${glyphs.ellipsis} cut here by the server`)] : []),
  ];
}

// A page on one line would fill the screen.
const LONGEST_LINE = 500;

function shortened(line: string, ellipsis: string): string {
  return line.length <= LONGEST_LINE
    ? line
    : `${line.slice(0, LONGEST_LINE).toWellFormed()}${ellipsis}`;
}

function readableText(body: string): string {
  const document = parsedJson(body);
  return typeof document === 'object' && document !== null
    ? terminalJson(document)
    : terminalText(body);
}
