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
