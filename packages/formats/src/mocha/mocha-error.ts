import type { TestError } from '@svc/contract/executions/test-errors';
import { toText, type JsonRecord } from '../json/json-fields.ts';
import { buildStackError } from '../json/stack-error.ts';
import { withOwnFrame } from '../text/own-frame.ts';
import type { SentPath } from '../report-parser.ts';
import { buildTextError } from '../text/text-error.ts';

/** The error of a test or hook in Mocha's reports. Mochawesome names its stack `estack`. */
export function buildMochaError(error: JsonRecord, sentPath: SentPath): TestError {
  const message = toText(error['message']);
  const stack = toText(error['stack']) ?? toText(error['estack']);
  // The stack begins with the class and the message, unless the error was constructed manually.
  const isWhole = stack !== undefined && (message === undefined || stack.includes(message));
  const reported = isWhole
    ? buildStackError(stack, sentPath)
    : withOwnFrame(buildTextError({ message, text: stack }), sentPath);
  const [expected, actual] = [toValueText(error['expected']), toValueText(error['actual'])];
  return {
    ...reported,
    ...(expected !== undefined && actual !== undefined && { expected, actual }),
  };
}

/** Values are text in JSON of themselves, or any JSON. */
function toValueText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `"before each" hook for "adds up"`, also with the titles of suites in front. */
export function isMochaHook(title: string): boolean {
  return /"(?:before|after) (?:all|each)" hook\b/.test(title);
}
