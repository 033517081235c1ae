/**
 * The text within `most` UTF-16 units, with an ellipsis where it is cut: at its end, in its middle or at its beginning.
 * Never leaves half of a surrogate pair at the cut. `oneLine` writes all white space as single spaces first.
 */
export function shortenText(
  text: string,
  most: number,
  { keep = 'start', oneLine = false }: { keep?: 'start' | 'ends' | 'end'; oneLine?: boolean } = {},
): string {
  const whole = oneLine ? text.replaceAll(/\s+/g, ' ').trim() : text;
  if (whole.length <= most) return whole;
  const room = most - 1;
  const headLength = { start: room, ends: Math.ceil(room / 2), end: 0 }[keep];
  const head = whole.slice(0, headLength).replace(/[\ud800-\udbff]$/, '');
  const tail = whole.slice(whole.length - (room - headLength)).replace(/^[\udc00-\udfff]/, '');
  return `${head.trimEnd()}…${tail.trimStart()}`;
}
