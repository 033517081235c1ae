/**
 * The word that is most likely meant: equal except for upper and lower case, or at most a third of its letters away
 * in insertions, deletions, replacements and swaps of neighbours. Undefined if no word is that close.
 */
export function findNearestWord(typed: string, words: readonly string[]): string | undefined {
  const letters = typed.slice(0, LONGEST_WORD).toLowerCase();
  let nearest: { word: string; distance: number } | undefined;
  for (const word of words) {
    const distance = computeEditDistance(letters, word.toLowerCase());
    const isClose = distance <= Math.floor(Math.max(letters.length, word.length) / 3);
    if (isClose && distance < (nearest?.distance ?? Infinity)) nearest = { word, distance };
  }
  return nearest?.word;
}

// The time grows with the square of the length, and a name may have any.
const LONGEST_WORD = 50;

/** Optimal string alignment: Levenshtein's distance, where a swap of neighbours costs one. */
function computeEditDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isEqual = a[row - 1] === b[column - 1];
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped ? (before[column - 2] ?? Infinity) + 1 : Infinity,
      );
    }
    [before, last] = [last, current];
  }
  return last[b.length] ?? 0;
}
