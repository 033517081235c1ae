/** The first lines of a text within both limits, with a line about the missing rest. */
export function cutText(
  text: string,
  { lines: mostLines, characters }: { lines: number; characters: number },
): string {
  const lines = text.split('\n');
  let kept = '';
  let count = 0;
  for (const line of lines) {
    if (count === mostLines || kept.length + line.length + 1 > characters) break;
    kept += count === 0 ? line : `\n${line}`;
    count++;
  }
  if (count === lines.length) return kept;
  // A single line may be longer than everything that fits.
  if (count === 0) return `${(lines[0] ?? '').slice(0, characters).toWellFormed()}… (cut)`;
  return `${kept}\n… ${lines.length - count} more lines`;
}
