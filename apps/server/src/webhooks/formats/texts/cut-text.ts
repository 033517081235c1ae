/**
 * The text within `limit` UTF-16 units. The middle of a long text is left out, because the middle of a test's title
 * distinguishes it least.
 */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const headLength = Math.ceil((limit - 1) / 2);
  const head = text.slice(0, headLength);
  const tail = text.slice(text.length - (limit - 1 - headLength));
  // Half of a surrogate pair is not a character.
  return `${head.replace(/[\ud800-\udbff]$/, '')}…${tail.replace(/^[\udc00-\udfff]/, '')}`;
}

/**
 * The escaped text within `limit` UTF-16 units, cut between characters and not inside an escape. `escape` must treat
 * every character alone, without looking at its neighbours.
 */
export function cutEscaped(text: string, limit: number, escape: (text: string) => string): string {
  const escaped = escape(text);
  if (escaped.length <= limit) return escaped;
  let cut = '';
  for (const character of text) {
    const next = escape(character);
    if (cut.length + next.length > limit - 1) break;
    cut += next;
  }
  return `${cut}…`;
}
