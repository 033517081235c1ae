import { plainText } from '@svc/reporter-core/text/plain-text';

/** An error as Jest prints it, taken apart. */
export interface FailureText {
  /** With the error's class in front, as a stack shows it. */
  message: string;
  /** The lines of the stack below the message. */
  frames: string;
  cause: FailureText | undefined;
}

/** Reads one of Jest's failure messages, the only form in which plain errors arrive whole. */
export function failureText(text: string): FailureText {
  // Jest 30 adds what an error was caused by, and what an AggregateError holds, each with its stack.
  const [own = '', ...others] = plainText(text).split(/\n\n\[(cause|errors)\]: /);
  const { message, frames } = split(own);
  const cause = causeOf(others);
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

// jest-jasmine2 says it twice, with what is left of an error's class before or between.
const JASMINE_TIMEOUT =
  /^(?:Error)?:? ?(Timeout - Async callback was not invoked within the [\d.]+ \w+ timeout specified by jest\.setTimeout\.)/;

/** `parts` come as kind, text, kind, text. Of several errors in one the first stands for all. */
function causeOf([kind, text, ...rest]: readonly string[]): FailureText | undefined {
  if (text === undefined) return undefined;
  const isSibling = kind === 'errors' && rest[0] === 'errors';
  return { ...split(text), cause: isSibling ? undefined : causeOf(rest) };
}

/** The frames are the last lines. Those inside a matcher's message are indented deeper. */
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
 * What is no error, a text or a time-out, comes as an error made by Jest; in Jest 30 the frames of
 * interest are those of its cause, which says the same or nothing.
 */
function isThrownValue(message: string, cause: FailureText | undefined): boolean {
  if (!message.startsWith('Error: thrown: ')) return false;
  return cause === undefined || cause.message === message || cause.message === 'Error:';
}
