/** The word as a POSIX shell reads it back, quoted only where it must be. For commands that we propose. */
export function shellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
