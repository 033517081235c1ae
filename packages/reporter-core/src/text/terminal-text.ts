import { shortenText } from '@svc/contract/zod-free/shorten-text';
import { stripVTControlCharacters } from 'node:util';

/**
 * Makes text from a server, a repository or a file safe for a terminal. Removes ANSI and OSC sequences, and writes
 * other control and direction-changing characters as `\x1b` or `\u202e`. A test's title must not move the cursor,
 * hide a line or write the clipboard. Line feeds stay, other line ends become line feeds, and tabs become spaces.
 */
export function toTerminalText(text: string): string {
  // Nearly every text is harmless, and a document has tens of thousands of texts.
  if (!UNSAFE.test(text)) return text;
  return stripVTControlCharacters(text.toWellFormed())
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(UNSAFE_CHARACTERS, escapeCharacter);
}

/** Formats the text on one line, for titles, names and cells. */
export function toTerminalLine(text: string): string {
  return toTerminalText(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}

// Enough to recognize a failure or a test. A title of a generated test may be a whole document.
const MOST_CHARACTERS = 300;

/** The text on one line within `most` characters, safe for a terminal. */
export function shortenLine(text: string, most = MOST_CHARACTERS): string {
  // A text of a megabyte need not be cleaned whole.
  return shortenText(toTerminalLine(shortenText(text, most * 4)), most);
}

/** A copy of a document in which every string is safe, so that views need not sanitize. */
export function makeTerminalSafe<Document>(document: Document): Document;
export function makeTerminalSafe(value: unknown): unknown {
  if (typeof value === 'string') return toTerminalText(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => makeTerminalSafe(entry));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, entry]) => [toTerminalText(key), makeTerminalSafe(entry)]),
  );
}

/** A JSON document with control characters as `\u` escapes: the same value for every parser. */
export function toTerminalJson(document: unknown): string {
  return JSON.stringify(document, undefined, 2).replaceAll(
    UNSAFE_IN_JSON,
    (character) => `\\u${toHex(character, 4)}`,
  );
}

// C0 without the line feed, DEL and C1, line separators, and marks that change the writing direction.
const UNSAFE_CLASS =
  '\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const UNSAFE = new RegExp(`[${UNSAFE_CLASS}]|\\p{Surrogate}`, 'u');
const UNSAFE_CHARACTERS = new RegExp(`[${UNSAFE_CLASS}]`, 'g');
// JSON.stringify escapes C0 itself, and its own line feeds are layout.
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${toHex(character, 2)}` : `\\u${toHex(character, 4)}`;
}

function toHex(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0');
}
