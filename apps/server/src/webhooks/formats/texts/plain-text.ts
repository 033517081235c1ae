import { stripVTControlCharacters } from 'node:util';

/**
 * The text on one line, without invisible characters: no terminal sequences, control characters or marks that change
 * the writing direction. Joiners stay, because emoji and several scripts need them.
 */
export function toPlainLine(text: string): string {
  return stripVTControlCharacters(text.toWellFormed())
    .replaceAll(/\s+/g, ' ')
    .replaceAll(INVISIBLE, '')
    .trim();
}

/** The lines of a longer text, each as `toPlainLine` returns it. Empty lines are left out. */
export function toPlainLines(text: string): string[] {
  return stripVTControlCharacters(text.toWellFormed())
    .split(/[\r\n\u2028\u2029]+/)
    .map(toPlainLine)
    .filter((line) => line !== '');
}

const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
