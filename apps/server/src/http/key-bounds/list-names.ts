// More names would make the sentence too long to read.
const SHOWN = 5;

/** `'a'`, `'a' and 'b'`, `'a', 'b', 'c', 'd', 'e' and 7 more`. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`;
}
