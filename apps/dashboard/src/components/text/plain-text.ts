// Escape sequences of terminals (CSI, OSC and two-character ones), and control characters other than tab and newline.
const ESC = String.raw`\u001b`;
const SEQUENCES = new RegExp(
  [
    String.raw`${ESC}\[[0-?]*[ -/]*[@-~]`,
    String.raw`${ESC}\][^\u0007\u001b]*(?:\u0007|${ESC}\\)?`,
    String.raw`${ESC}[@-_]?`,
    String.raw`[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]`,
  ].join('|'),
  'g',
);

// The same without colours: `m` ends their sequences.
const MOVEMENTS = new RegExp(
  [
    String.raw`${ESC}\[[0-?]*[ -/]*[@-ln-~]`,
    String.raw`${ESC}\][^\u0007\u001b]*(?:\u0007|${ESC}\\)?`,
    String.raw`${ESC}(?!\[)[@-_]?`,
    String.raw`[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]`,
  ].join('|'),
  'g',
);

/** A text of a terminal with its colours, without cursor movements, links and other control characters. */
export function toColouredText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(MOVEMENTS, '');
}

/** A text of a terminal without colours, cursor movements and other control characters. */
export function toPlainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(SEQUENCES, '');
}
