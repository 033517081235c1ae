import { inspect, stripVTControlCharacters } from 'node:util';

/**
 * Returns the text without colour codes, which only stdout and stderr keep. Also accepts values that are not texts:
 * tests can throw anything, and frameworks pass it on.
 */
export function toPlainText(text: unknown): string {
  if (text === undefined) return '';
  return stripVTControlCharacters(typeof text === 'string' ? text : inspect(text));
}

/** Whether this is an error of the operating system or of zlib, with an error code. */
export function isErrno(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
