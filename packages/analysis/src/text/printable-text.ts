/**
 * A text from an upload as it is shown: without escape sequences of terminals, control characters and marks that change
 * the writing direction. Tabs stay, and every line end is `\n`. JUnit reports lack the escape character, which XML does not
 * allow: a `[31m` is a colour if the text also ends one (`[39m`), and otherwise part of the text.
 */
export function toPrintableText(text: string): string {
  return withoutBareColours(
    UNPRINTABLE.test(text)
      ? text
          .replaceAll(SEQUENCES, '')
          .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
          .replaceAll(UNPRINTABLES, '')
      : text,
  );
}

function withoutBareColours(text: string): string {
  return COLOUR_END.test(text) ? text.replaceAll(BARE_COLOURS, '') : text;
}

// C0 without tab and line feed, DEL and C1, line separators, and marks that change the writing direction.
const UNPRINTABLE_CLASS =
  '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]';
const UNPRINTABLE = new RegExp(UNPRINTABLE_CLASS);
const UNPRINTABLES = new RegExp(UNPRINTABLE_CLASS, 'g');

const COLOUR_END = /\[(?:0|22|39|49)?m/;
const BARE_COLOURS = /\[(?:[0-9]|[2349][0-9]|10[0-7])?(?:;[0-9]{1,3}){0,8}m(?!s?\])/g;

const SEQUENCES = new RegExp(
  [
    // A CSI sequence, such as a colour, in its two-byte and its one-byte form.
    '(?:\\u001b\\[|\\u009b)[0-?]{0,32}[ -/]{0,4}[@-~]',
    // An OSC sequence (title, link) up to its end.
    '\\u001b\\][^\\u0007\\u001b\\n]{0,500}(?:\\u0007|\\u001b\\\\)',
    // A choice of the character set, and sequences of two characters.
    '\\u001b(?:[ -/]{1,2}[0-~]|[@-_])',
  ].join('|'),
  'g',
);
