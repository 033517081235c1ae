import stringWidth from 'string-width';
import type { Glyphs } from '../glyphs.ts';

/** The number of terminal columns of a text: two for each wide character, none for combining ones. */
export function measureText(text: string): number {
  return ONE_COLUMN_EACH.test(text) ? text.length : stringWidth(text);
}

/** Which part of a text stays when it is cut. */
export type KeptPart = 'ends' | 'start' | 'end';

/** Plain text within `columns`, cut in the middle: both ends of a name are the most informative. */
export function fitText(
  text: string,
  columns: number,
  { ellipsis }: Pick<Glyphs, 'ellipsis'>,
  kept: KeptPart = 'ends',
): string {
  if (measureText(text) <= columns) return text;
  const room = columns - ellipsis.length;
  if (room < 1) return ellipsis.slice(0, Math.max(columns, 0));
  const signs = Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
  const headRoom = { ends: Math.ceil(room / 2), start: room, end: 0 }[kept];
  const head = takeSigns(signs, headRoom).join('');
  const tailRoom = kept === 'start' ? 0 : room - measureText(head);
  const tail = takeSigns(signs.toReversed(), tailRoom);
  return head + ellipsis + tail.toReversed().join('');
}

/** The part to keep of all these texts, so that those that differ still do when they are cut. */
export function chooseKeptPart(
  texts: readonly string[],
  columns: number,
  glyphs: Pick<Glyphs, 'ellipsis'>,
  preferred: KeptPart = 'ends',
): KeptPart {
  const distinct = new Set(texts);
  const parts: KeptPart[] = [preferred, 'ends', 'end', 'start'];
  const counts = parts.map(
    (part) => new Set(Array.from(distinct, (text) => fitText(text, columns, glyphs, part))).size,
  );
  return parts[counts.indexOf(Math.max(...counts))] ?? preferred;
}

export function padText(text: string, columns: number, align?: 'right'): string {
  const padding = ' '.repeat(Math.max(0, columns - measureText(text)));
  return align === 'right' ? padding + text : text + padding;
}

// Latin letters, and the signs that the command itself prints: measuring any other text takes far longer.
const ONE_COLUMN_EACH =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u22ff\u2500-\u25fc\u2713\u2717]*$/;
// By visible characters: an emoji of several code points must not be split.
const SEGMENTER = new Intl.Segmenter();

function takeSigns(signs: readonly string[], columns: number): string[] {
  let used = 0;
  const end = signs.findIndex((sign) => (used += measureText(sign)) > columns);
  return signs.slice(0, end === -1 ? signs.length : end);
}
