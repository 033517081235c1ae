import { stripEscapes } from './plain-text.ts';

/** The parts of an error as Playwright and Jest print it. */
export interface PrintedError {
  message: string;
  snippet?: string;
  stack?: string;
}

/** Message, surrounding code and frames are one text, separated by empty lines. */
export function parsePrintedError(text: string): PrintedError {
  const code = /\n\n((?:[ >]*\d+ \|.*(?:\n|$)|[ ]*\|.*(?:\n|$))+)/.exec(text);
  const begin = /\n[^\S\n]+at \S/.exec(text)?.index;
  const message = text.slice(0, Math.min(code?.index ?? text.length, begin ?? text.length)).trim();
  return {
    message,
    ...(code?.[1] !== undefined && { snippet: code[1].trimEnd() }),
    ...(begin !== undefined && { stack: `${message}${text.slice(begin).trimEnd()}` }),
  };
}

/** The reason why a test file could not run, from Jest's printed form. */
export function parseSuiteFailure(text: string): PrintedError {
  return parsePrintedError(
    stripEscapes(text)
      .replace(/^\s*● Test suite failed to run\s*/, '')
      .replaceAll(/^ {4}/gm, '')
      .trim(),
  );
}
