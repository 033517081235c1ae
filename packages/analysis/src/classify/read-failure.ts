import { findComparedValues, withoutValues, type Values } from './compared-values.ts';
import type { Failure } from './failure.ts';
import { findChangedFrame } from './changed-code.ts';
import { parseFrames, type Frame, type Frames } from './frames.ts';

/** A failure with its texts cleaned and cut, and with what several signals need. */
export interface ReadFailure {
  title: string;
  message: string;
  /**
   * The texts with blanks for what an assertion compared, equally long. A stack and a log repeat the message. The texts
   * themselves for any other error.
   */
  besideValues: { title: string; message: string; stack: string; log: string };
  stack: string;
  log: string;
  frames: Frames;
  /** The two values that an assertion compared; null without. */
  values: Values | null;
  /** The frame in changed product code that is next to the error; null without. */
  changed: Frame | null;
  given: Failure;
}

const MESSAGE_CHARACTERS = 8_192;
const STACK_CHARACTERS = 16_384;
const LOG_CHARACTERS = 32_768;

export function readFailure(failure: Failure): ReadFailure {
  const message = toPlainText(failure.message, MESSAGE_CHARACTERS);
  const stack = toPlainText(failure.stack ?? '', STACK_CHARACTERS);
  const values = findComparedValues(message);
  const title = toPlainText(failure.title, 1_000);
  const log = toPlainText(failure.log ?? '', LOG_CHARACTERS);
  const messageBeside = withoutValues(message, values);
  const frames = parseFrames(stack.trim() === '' ? extractMessageFrames(message) : stack, {
    file: failure.file,
    repository: failure.repository,
  });
  return {
    title,
    message,
    besideValues: {
      title,
      message: messageBeside,
      stack: stack.startsWith(message)
        ? messageBeside + stack.slice(message.length)
        : withoutValues(stack, values),
      log: withoutValues(log, values),
    },
    stack,
    log,
    frames,
    changed:
      failure.changedFiles === undefined ? null : findChangedFrame(frames, failure.changedFiles),
    values,
    given: failure,
  };
}

/** Reports without a place for stacks have them in the message. Its other lines may name files as data. */
function extractMessageFrames(message: string): string {
  return message
    .split('\n')
    .filter((line) => /^\s{0,20}(?:at \S|File ")/.test(line))
    .join('\n');
}

// Colours, also where the escape character got lost, and links.
const COLOURS =
  // oxlint-disable-next-line no-control-regex
  /\u001b\][^\u0007\u001b]{0,500}(?:\u0007|\u001b\\)|\u001b\[[0-?]{0,32}[ -/]{0,4}[@-~]|\[(?:\d{1,3}(?:;\d{1,3}){0,4})m/g;

function toPlainText(text: string, limit: number): string {
  return text
    .slice(0, 2 * limit)
    .replaceAll(COLOURS, '')
    .replaceAll(/\r\n?/g, '\n')
    .slice(0, limit)
    .toWellFormed();
}
