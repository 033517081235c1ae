/** A text without what differs from run to run: addresses, ids, commits and times. */
export function steady(text: string, { url }: { url: string }): string {
  return text
    .replaceAll(url, 'http://svc.example')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\/[\w./-]*svc-shop-\w+/g, '<shop>')
    .replaceAll(/\b(main|rounding) [0-9a-f]{7}\b/g, '$1 <commit>')
    .replaceAll(/until \d{4}-\d\d-\d\d/g, 'until <day>')
    .replaceAll(/\b\d+(?:\.\d)? m?s\b/g, '<time>');
}
