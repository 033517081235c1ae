import { toPlainText } from '@svc/reporter-core/text/unknown-value';

/** The parts of an error as Jest prints it. */
export interface FailureText {
  /** The message, prefixed with the error's class as in a stack. */
  message: string;
  /** The lines of the stack below the message. */
  frames: string;
  cause: FailureText | undefined;
}

/** Parses one of Jest's failure messages. No other field contains complete plain errors. */
export function parseFailureText(text: string): FailureText {
  // Jest 30 appends the cause of an error and the errors of an AggregateError, each with its stack.
  const [own = '', ...others] = toPlainText(text).split(/\n\n\[(cause|errors)\]: /);
  const { message, frames } = split(own);
  const cause = parseCause(others);
  const timeout = JASMINE_TIMEOUT.exec(message)?.[1];
  if (timeout !== undefined) return { message: timeout, frames, cause: undefined };
  return isThrownValue(message, cause)
    ? {
        message: message.slice('Error: '.length),
        frames: cause?.frames ?? frames,
        cause: undefined,
      }
    : { message, frames, cause };
}

// jest-jasmine2 repeats the message, with a remainder of the error's class before it or in between.
const JASMINE_TIMEOUT =
  /^(?:Error)?:? ?(Timeout - Async callback was not invoked within the [\d.]+ \w+ timeout specified by jest\.setTimeout\.)/;

/** `parts` alternate between kind and text. If an AggregateError has several errors, only the first one is used. */
function parseCause([kind, text, ...rest]: readonly string[]): FailureText | undefined {
  if (text === undefined) return undefined;
  const isSibling = kind === 'errors' && rest[0] === 'errors';
  return { ...split(text), cause: isSibling ? undefined : parseCause(rest) };
}

/** The frames are the last lines. Frames inside a matcher's message have a deeper indentation. */
function split(text: string): { message: string; frames: string } {
  const lines = text.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => !/^ {4}at /.test(line));
  return {
    message: lines
      .slice(0, last + 1)
      .join('\n')
      .trimEnd(),
    frames: lines.slice(last + 1).join('\n'),
  };
}

/**
 * Thrown values that are not errors (a text, or a timeout) arrive as an error from Jest. In Jest 30, its cause has
 * the relevant frames, and the same message or none.
 */
function isThrownValue(message: string, cause: FailureText | undefined): boolean {
  if (!message.startsWith('Error: thrown: ')) return false;
  return cause === undefined || cause.message === message || cause.message === 'Error:';
}
