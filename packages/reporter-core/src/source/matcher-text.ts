/** The parts of a matcher's message. */
export interface MatcherText {
  /** The message without the diff. */
  message: string;
  diff: string | undefined;
  expected: string | undefined;
  actual: string | undefined;
}

/**
 * Splits the message of a matcher of Jest's `expect`, which Playwright uses too. Expected and actual value are read
 * from the text. Playwright does not provide the values. Jest's values lose their types on the way from a worker,
 * may be circular or very large, and may throw when read.
 */
export function parseMatcherText(text: string): MatcherText {
  const at = text.search(DIFF_HEAD);
  if (at === -1) {
    const isMatcher = /^(?:\w+: )?expect\(/.test(text);
    return {
      message: text,
      diff: undefined,
      expected: isMatcher ? EXPECTED.exec(text)?.[1] : undefined,
      actual: isMatcher ? RECEIVED.exec(text)?.[1] : undefined,
    };
  }
  const length = text.slice(at).search(CALL_LOG);
  const end = length === -1 ? text.length : at + length;
  const diff = text.slice(at, end).trimEnd();
  const message = text.slice(0, at).trimEnd() + text.slice(end).trimEnd();
  return { message, diff, ...splitSides(diff) };
}

/** Playwright appends its call log after the diff. */
const CALL_LOG = /\n\nCall log:\n/i;

const DIFF_HEAD = /^- (?:Expected|Snapshot)\b.*\n\+ Received\b.*\n\n/m;

// `Expected: 3`, `Received message: "no"`, `Snapshot: "b"`.
const EXPECTED = /^(?:Expected(?: [a-z ]+)?|Snapshot): +(.+)$/m;
const RECEIVED = /^Received(?: [a-z ]+)?: +(.+)$/m;

/** Both values, if the diff contains all of their lines. Undefined if the diff omits equal lines. */
function splitSides(diff: string): { expected: string | undefined; actual: string | undefined } {
  // The values follow two header lines and a blank line. Text after the next blank line does not belong to them.
  const [, , , ...lines] = diff.split('\n');
  const end = lines.findIndex((line) => !/^[-+ ] /.test(line));
  const shown = end === -1 ? lines : lines.slice(0, end);
  if (shown.length === 0 || lines.some((line) => line.startsWith('@@'))) {
    return { expected: undefined, actual: undefined };
  }
  return { expected: joinSide(shown, '-'), actual: joinSide(shown, '+') };
}

function joinSide(lines: readonly string[], sign: '-' | '+'): string {
  const own = lines.filter((line) => line.startsWith(sign) || line.startsWith(' '));
  return own.map((line) => line.slice(2)).join('\n');
}
