import type { TestError } from '@svc/contract/executions/test-errors';
import { textOf, type JsonRecord } from '../json/json-fields.ts';
import { stackError } from '../json/stack-error.ts';
import { withOwnFrame } from '../own-frame.ts';
import type { SentPath } from '../report-parser.ts';
import { textError } from '../text-error.ts';

/** The error of a test or hook in Mocha's reports. Mochawesome names its stack `estack`. */
export function mochaError(error: JsonRecord, sentPath: SentPath): TestError {
  const message = textOf(error['message']);
  const stack = textOf(error['stack']) ?? textOf(error['estack']);
  // The stack begins with the class and the message, unless the error was made by hand.
  const isWhole = stack !== undefined && (message === undefined || stack.includes(message));
  const told = isWhole
    ? stackError(stack, sentPath)
    : withOwnFrame(textError({ message, text: stack }), sentPath);
  const [expected, actual] = [valueOf(error['expected']), valueOf(error['actual'])];
  return { ...told, ...(expected !== undefined && actual !== undefined && { expected, actual }) };
}

/** Values are text in JSON of themselves, or any JSON. */
function valueOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `"before each" hook for "adds up"`, also with the titles of suites in front. */
export function isMochaHook(title: string): boolean {
  return /"(?:before|after) (?:all|each)" hook\b/.test(title);
}
