import type { TestError } from '@svc/contract/executions/test-errors';
import { cutText } from './tool-answer.ts';

/** Characters of an error's message: of one among many, of a single one, and of one with many further errors. */
export const ERROR_ROOM = { one: 800, all: 4_000, least: 200 } as const;

/** An error in the answers of tools: what it says, where it was thrown, and what caused it. */
export function buildErrorFacts(error: TestError, characters: number): Record<string, unknown> {
  const { message, stack, diff, expected, actual, snippet, location, cause } = error;
  return {
    message: cutText(message, characters),
    diff: cutText(diff, characters),
    // A diff says the same in less.
    expected: diff === undefined ? cutText(expected, characters / 2) : undefined,
    actual: diff === undefined ? cutText(actual, characters / 2) : undefined,
    at:
      location === undefined
        ? undefined
        : [location.file, location.line, location.column]
            .filter((part) => part !== undefined)
            .join(':'),
    snippet: cutText(snippet, characters / 2),
    stack: cutText(stripMessage(stack, message), characters / 2),
    cause: cause === undefined ? undefined : buildErrorFacts(cause, characters / 4),
  };
}

/** A stack repeats the message before its frames. */
function stripMessage(stack: string | undefined, message: string): string | undefined {
  if (stack === undefined || message === '') return stack;
  const at = stack.indexOf(message);
  return at === -1 ? stack : stack.slice(at + message.length);
}
