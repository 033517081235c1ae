import { inspect, stripVTControlCharacters } from 'node:util';

/**
 * Returns the text without colour codes, which only stdout and stderr keep. Also accepts values that are not texts:
 * tests can throw anything, and frameworks pass it on.
 */
export function plainText(text: unknown): string {
  if (text === undefined) return '';
  return stripVTControlCharacters(typeof text === 'string' ? text : inspect(text));
}
