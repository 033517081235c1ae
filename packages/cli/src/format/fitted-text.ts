import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { Glyphs } from './glyphs.ts';

/** How many columns of a terminal the text takes: two for each wide sign, none for combining ones. */
export function textColumns(text: string): number {
  return PLAIN_ASCII.test(text) ? text.length : stringWidth(text);
}

/** The text within `columns`, cut in its middle: both the suite and the test's own words stay readable. */
export function fittedText(
  text: string,
  columns: number,
  glyphs: Pick<Glyphs, 'ellipsis'>,
): string {
  if (textColumns(text) <= columns) return text;
  if (columns <= glyphs.ellipsis.length) return glyphs.ellipsis.slice(0, Math.max(columns, 0));
  return cliTruncate(text, columns, { position: 'middle', truncationCharacter: glyphs.ellipsis });
}

export function paddedText(text: string, columns: number, align: 'left' | 'right'): string {
  const padding = ' '.repeat(Math.max(0, columns - textColumns(text)));
  return align === 'left' ? text + padding : padding + text;
}

const PLAIN_ASCII = /^[\u0020-\u007e]*$/;
