import type { Location, TestError } from '@svc/contract/executions/test-errors';
import { plainText } from '../plain-text.ts';
import { printedError } from '../printed-error.ts';
import { numberOf, recordOf, textOf, type JsonRecord } from './json-fields.ts';

/** An error in Playwright's JSON: its message already contains the class, and mostly the surrounding code. */
export function playwrightError(error: JsonRecord, inRoot: (file: string) => string): TestError {
  const text = plainText(textOf(error['message']) ?? textOf(error['value']) ?? 'No message').trim();
  const { message, snippet, stack } = printedError(text);
  return {
    message,
    stack: stack ?? plain(error['stack']),
    snippet: snippet ?? plain(error['snippet']),
    location: playwrightLocation(error['location'], inRoot),
  };
}

export function playwrightLocation(
  value: unknown,
  inRoot: (file: string) => string,
): Location | undefined {
  const { file, line, column } = recordOf(value);
  const path = textOf(file);
  const row = numberOf(line);
  if (path === undefined || row === undefined) return undefined;
  return { file: inRoot(path), line: row, column: numberOf(column) };
}

function plain(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : plainText(text);
}
