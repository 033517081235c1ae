import { formatCount } from '@svc/contract/zod-free/amounts';
import { parseJson } from '@svc/contract/zod-free/parsed-json';
import { toTerminalJson, toTerminalText } from '@svc/reporter-core/text/terminal-text';
import type { Look } from '../../../terminal/look.ts';

export interface BodyLimits {
  lines: number;
  /** Where the rest is. */
  moreText: string;
  /** Of one line. A page on one line would fill the screen. */
  characters: number;
}

/** A body of a request or an answer, safe for a terminal. JSON that is too long for one line gets line breaks. */
export function formatBodyLines(
  { body, truncated }: { body: string; truncated: boolean },
  { lines: most, moreText, characters }: BodyLimits,
  { colors, columns, glyphs }: Look,
): string[] {
  if (body.trim() === '') return [colors.dim('(no body)')];
  const lines = formatReadable(body, columns).trimEnd().split('\n');
  const left = lines.length - most;
  const cut = left > 0 ? `${glyphs.ellipsis} ${formatCount(left, 'more line')}` : '';
  return [
    ...lines.slice(0, most).map((line) => cutBodyLine(line, characters, glyphs.ellipsis)),
    ...(cut === '' ? [] : [colors.dim(`${cut}${moreText}`)]),
    ...(truncated ? [colors.dim(`${glyphs.ellipsis} cut here by the server`)] : []),
  ];
}

function cutBodyLine(line: string, characters: number, ellipsis: string): string {
  if (line.length <= characters) return line;
  return `${line.slice(0, characters).toWellFormed()}${ellipsis}`;
}

function formatReadable(body: string, columns: number): string {
  const text = toTerminalText(body);
  return text.length <= columns - INDENT ? text : formatBody(body);
}

/** JSON with line breaks, and any other body as it is, safe for a terminal. */
export function formatBody(body: string): string {
  const document = parseJson(body);
  return typeof document === 'object' && document !== null
    ? toTerminalJson(document)
    : toTerminalText(body);
}

const INDENT = 2;
