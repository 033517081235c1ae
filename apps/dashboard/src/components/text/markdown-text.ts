/** A text of an upload as plain text in Markdown: no markup, no HTML, no mention of a person, one line. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&-]/g, String.raw`\$&`)
    .replaceAll('@', '@\u200b');
}
