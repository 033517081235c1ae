import stringWidth from 'string-width';
import type { Glyphs } from '../glyphs.ts';

/** The number of terminal columns of a text: two for each wide character, none for combining ones. */
export function textColumns(text: string): number {
  return PLAIN_ASCII.test(text) ? text.length : stringWidth(text);
}

/** Plain text within `columns`, cut in the middle: both ends of a name are the most informative. */
export function fittedText(
  text: string,
  columns: number,
  { ellipsis }: Pick<Glyphs, 'ellipsis'>,
): string {
  if (textColumns(text) <= columns) return text;
  const room = columns - ellipsis.length;
  if (room < 1) return ellipsis.slice(0, Math.max(columns, 0));
  const signs = Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
  const head = firstSigns(signs, Math.ceil(room / 2));
  const tail = firstSigns(signs.toReversed(), room - textColumns(head.join('')));
  return head.join('') + ellipsis + tail.toReversed().join('');
}

export function paddedText(text: string, columns: number, align: 'left' | 'right'): string {
  const padding = ' '.repeat(Math.max(0, columns - textColumns(text)));
  return align === 'left' ? text + padding : padding + text;
}

const PLAIN_ASCII = /^[\u0020-\u007e]*$/;
// By visible characters: an emoji of several code points must not be split.
const SEGMENTER = new Intl.Segmenter();

function firstSigns(signs: readonly string[], columns: number): string[] {
  let used = 0;
  const end = signs.findIndex((sign) => (used += textColumns(sign)) > columns);
  return signs.slice(0, end === -1 ? signs.length : end);
}
