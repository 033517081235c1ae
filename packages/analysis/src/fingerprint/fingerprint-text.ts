const WINDOW_CHARACTERS = 4_096;

/**
 * The part of a message that is used, as plain text: the first 4,096 characters without colours and control
 * characters, with `\n` as the only line end. Tabs stay.
 */
export function readableText(message: string): string {
  // Twice the window, because colour codes can be a large part of a message.
  const raw = message.slice(0, 2 * WINDOW_CHARACTERS);
  // Also finds colour codes without the escape character: XML cannot contain it, so JUnit reports leave `[31m`.
  const plain = raw.includes('[') || raw.includes('\u001b') ? raw.replaceAll(COLOURS, '') : raw;
  const lines = plain.includes('\r') ? plain.replaceAll(/\r\n?/g, '\n') : plain;
  const clean = UNPRINTABLE.test(lines) ? lines.replaceAll(UNPRINTABLES, '') : lines;
  return clean.slice(0, WINDOW_CHARACTERS).toWellFormed();
}

const ESCAPE = '[\\u001b\\u009b]';
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

/** On one line, with single spaces. */
export function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
