const WINDOW_CHARACTERS = 4_096;

/**
 * The part of a message that is used, as plain text: the first 4,096 characters without colours and control
 * characters, with `\n` as the only line end. Tabs stay.
 */
export function toReadableText(message: string): string {
  // Twice the window, because colour codes can be a large part of a message.
  const raw = message.slice(0, 2 * WINDOW_CHARACTERS);
  const plain = withoutColours(raw);
  const lines = plain.includes('\r') ? plain.replaceAll(/\r\n?/g, '\n') : plain;
  const clean = UNPRINTABLE.test(lines) ? lines.replaceAll(UNPRINTABLES, '') : lines;
  return clean.slice(0, WINDOW_CHARACTERS).toWellFormed();
}

/**
 * Removes colour codes, including those without the escape character: XML cannot contain it, so JUnit reports leave
 * `[31m`.
 */
export function withoutColours(text: string): string {
  return MARK.test(text) && COLOUR.test(text) ? text.replaceAll(COLOURS, '') : text;
}

const ESCAPE = '[\\u001b\\u009b]';
// A cheap look for either character first: most texts have neither.
const MARK = new RegExp(`${ESCAPE}|\\[`);
const COLOUR = new RegExp(`${ESCAPE}|\\[\\d{1,3}[;m]`);
const COLOURS = new RegExp(
  [
    // An OSC sequence (title, link) up to its end.
    '\\u001b\\][^\\u0007\\u001b]{0,500}(?:\\u0007|\\u001b\\\\)',
    // A CSI sequence, in its two-byte and its one-byte form.
    '\\u001b\\[[0-?]{0,32}[ -/]{0,4}[@-~]',
    '\\u009b[0-?]{0,32}[ -/]{0,4}[@-~]',
    '\\[(?:\\d{1,3}|\\d{1,3};\\d{1,3}|38;[25];[\\d;]{1,12}|48;[25];[\\d;]{1,12})m(?![\\w\\]])',
    '\\[(?:[0-9]|[2349][0-9])m',
    ESCAPE,
  ].join('|'),
  'g',
);

// Control characters, and characters that hide or reverse the following text, except line ends and tabs.
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\p{Cf}]/u;
const UNPRINTABLES = new RegExp(UNPRINTABLE, 'gu');

/** Joins the text to one line, with single spaces. */
export function toOneLine(text: string): string {
  return (UNEVEN.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim();
}

// White space that is not a single space.
const UNEVEN = / {2}|[^\S ]/;
