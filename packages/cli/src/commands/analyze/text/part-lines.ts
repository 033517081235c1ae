import { labelledLines } from '../../../terminal/lines/labelled-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { shortText } from '../../../wording/short-text.ts';

// The widest label and two columns.
const LABEL_COLUMNS = 'not checked'.length + 2;

// Here, paragraphs have no room for a column of labels.
const NARROW_COLUMNS = 60;

/** A labelled part of a cause in one paragraph: `done when    the test passes · its file passes`. */
export function partLines(label: string, texts: readonly string[], look: Look): string[] {
  const { colors, columns, glyphs } = look;
  const text = texts.map((one) => shortText(one)).join(glyphs.dot);
  const shown = columns < NARROW_COLUMNS ? `${label}  ` : label.padEnd(LABEL_COLUMNS);
  return labelledLines(shown, text, columns, colors.bold);
}
