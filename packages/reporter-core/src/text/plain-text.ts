import { inspect, stripVTControlCharacters } from 'node:util';

/**
 * Without colours, which only stdout and stderr keep. What was thrown need not have had a text for a
 * message, and frameworks hand on what it was.
 */
export function plainText(text: unknown): string {
  if (text === undefined) return '';
  return stripVTControlCharacters(typeof text === 'string' ? text : inspect(text));
}
