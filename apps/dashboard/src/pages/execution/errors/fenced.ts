/** A code block whose fence is longer than any in the text. */
export function fenceCode(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, one) => Math.max(most, one.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
