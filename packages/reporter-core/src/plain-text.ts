import { stripVTControlCharacters } from 'node:util';

/**
 * Without colours, which only stdout and stderr keep. What was thrown need not have had a text for a
 * message, and frameworks hand on what it was.
 */
export function plainText(text: unknown): string {
  return stripVTControlCharacters(typeof text === 'string' ? text : (JSON.stringify(text) ?? ''));
}
