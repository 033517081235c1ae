import type { Location, TestError } from '@svc/contract/executions/test-errors';
import { stripEscapes } from '../text/plain-text.ts';
import { parsePrintedError } from '../text/printed-error.ts';
import { toNumber, toRecord, toText, type JsonRecord } from './json-fields.ts';

/** An error in Playwright's JSON: its message already contains the class, and mostly the surrounding code. */
export function buildPlaywrightError(
  error: JsonRecord,
  inRoot: (file: string) => string,
): TestError {
  const text = stripEscapes(
    toText(error['message']) ?? toText(error['value']) ?? 'No message',
  ).trim();
  const { message, snippet, stack } = parsePrintedError(text);
  return {
    message,
    stack: stack ?? toPlainText(error['stack']),
    snippet: snippet ?? toPlainText(error['snippet']),
    location: buildPlaywrightLocation(error['location'], inRoot),
  };
}

export function buildPlaywrightLocation(
  value: unknown,
  inRoot: (file: string) => string,
): Location | undefined {
  const { file, line, column } = toRecord(value);
  const path = toText(file);
  const row = toNumber(line);
  if (path === undefined || row === undefined) return undefined;
  return { file: inRoot(path), line: row, column: toNumber(column) };
}

function toPlainText(value: unknown): string | undefined {
  const text = toText(value);
  return text === undefined ? undefined : stripEscapes(text);
}
