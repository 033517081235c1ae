/** Removes the escape sequences of a terminal, and those that pytest has written as text for XML, as `#x1B[31m`. */
export function stripEscapes(text: string): string {
  return HINT.test(text) ? text.replaceAll(ESCAPES, '') : text;
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const HINT = /[\u001b\u009b]|#x1B\[/;

// An operating system command up to its end, or a control sequence. No part backtracks, so the time is linear in the
// length of the text.
const ESCAPES =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u001b\u009b]\[?[0-?]*[ -/]*[@-~]|#x1B\[[\d;]*m/g;
