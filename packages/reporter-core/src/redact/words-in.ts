/** The words of a text. Keeps long word lists readable in the source. */
export function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
