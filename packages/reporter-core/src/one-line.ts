/** The text without line breaks and other control characters, which a title or a server's answer may hold. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
