import { measureText } from '../terminal/lines/fitted-text.ts';
import type { Look } from '../terminal/look.ts';

/**
 * The lines of a code frame. Longer ones are cut to a common range around the marked column, so that a marker stays
 * below its code. Wrapped lines would destroy the frame. `column`, from 1, counts if no line of the frame marks one.
 */
export function formatCodeFrame(
  lines: readonly string[],
  column: number | undefined,
  { columns, glyphs: { ellipsis } }: Pick<Look, 'columns' | 'glyphs'>,
): string[] {
  const parts = lines.map(splitGutter);
  const gutterColumns = Math.max(0, ...parts.map(({ gutter }) => measureText(gutter)));
  const room = Math.max(columns - gutterColumns, SMALLEST_ROOM);
  if (parts.every(({ code }) => measureText(code) <= room)) return [...lines];
  const marked = findMarkedIndex(parts) ?? (column ?? 1) - 1;
  // A third before the column: what follows says more.
  const start = marked < room - ellipsis.length ? 0 : marked - Math.floor(room / 3);
  return parts.map(({ gutter, code }) =>
    (gutter + cutCode(code, { start, room, ellipsis })).trimEnd(),
  );
}

const SMALLEST_ROOM = 20;

/** `> 7 | expect(x)`, `  7| expect(x)` and `    |    ^` into the part before the code, and the code. */
function splitGutter(line: string): { gutter: string; code: string } {
  const [gutter = ''] = /^[\s>]*\d*\s*[|│]\s?/.exec(line) ?? [];
  return { gutter, code: line.slice(gutter.length) };
}

function findMarkedIndex(parts: readonly { code: string }[]): number | undefined {
  const marker = parts.find(({ code }) => /^\s*\^+\s*$/.test(code));
  return marker?.code.indexOf('^');
}

function cutCode(
  code: string,
  { start, room, ellipsis }: { start: number; room: number; ellipsis: string },
): string {
  const isMarker = /^\s*\^+\s*$/.test(code);
  // Short lines around the marked one say more when they are whole.
  if (!isMarker && measureText(code) <= room) return code;
  const head = start > 0 && !isMarker ? ellipsis : '';
  const shown = head + code.slice(start + head.length);
  if (measureText(shown) <= room) return shown;
  let end = room - ellipsis.length;
  // Wide characters need two columns each.
  while (end > 0 && measureText(shown.slice(0, end)) > room - ellipsis.length) end--;
  return shown.slice(0, end).toWellFormed() + ellipsis;
}
