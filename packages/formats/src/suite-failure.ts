import { plainText } from './plain-text.ts';
import { type PrintedError, printedError } from './printed-error.ts';

/** The reason why a test file could not run, from Jest's printed form. */
export function suiteFailure(text: string): PrintedError {
  return printedError(
    plainText(text)
      .replace(/^\s*● Test suite failed to run\s*/, '')
      .replaceAll(/^ {4}/gm, '')
      .trim(),
  );
}
