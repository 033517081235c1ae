import { measureText } from './fitted-text.ts';

// On a narrow terminal, a text beside a wide label would be a column of single words.
const SMALLEST_TEXT = 28;
const SMALL_INDENT = 2;

/**
 * A label and a text that is wrapped beside it: the following lines begin below the first word of the text, or on a
 * narrow terminal below the label. `paint` colours the label after measuring. Nothing without a text.
 */
export function wrapLabelledText(
  label: string,
  text: string,
  columns: number,
  paint: (label: string) => string = String,
): string[] {
  const width = measureText(label);
  const start = label.length - label.trimStart().length;
  const hanging = columns - width < SMALLEST_TEXT ? start + SMALL_INDENT : width;
  const indent = ' '.repeat(Math.min(hanging, width));
  const lines: string[] = [];
  let line = '';
  let room = columns - width;
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const needed = measureText(word) + (line === '' ? 0 : 1);
    if (needed > room && (line !== '' || lines.length === 0)) {
      lines.push(line);
      line = '';
      room = columns - indent.length;
    }
    line += line === '' ? word : ` ${word}`;
    room -= line === word ? measureText(word) : needed;
  }
  if (line !== '') lines.push(line);
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  return [
    first === '' ? paint(label).trimEnd() : paint(label) + first,
    ...rest.map((one) => indent + one),
  ];
}
