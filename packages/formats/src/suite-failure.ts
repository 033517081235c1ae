import { plainText } from './plain-text.ts';
import { type PrintedError, printedError } from './printed-error.ts';

/** Why a test file could not run, from how Jest prints it. */
export function suiteFailure(text: string): PrintedError {
  return printedError(
    plainText(text)
      .replace(/^\s*● Test suite failed to run\s*/, '')
      .replaceAll(/^ {4}/gm, '')
      .trim(),
  );
}
