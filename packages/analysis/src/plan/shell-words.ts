/** A text as one word of a POSIX shell. */
export function quoteWord(text: string): string {
  return /^[\w./@:+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command of words that a shell takes as they are. */
export function joinShellWords(...words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

/** Control characters, also those that turn the direction of text: what is pasted must be what is read. */
export function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

/** A text as a regular expression that matches it alone. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
