import { UNICODE_GLYPHS } from '../../format/glyphs.ts';
import { hangingLines } from '../../format/lines/wrapped-lines.ts';
import type { Look } from '../../format/look.ts';
import { markdownText } from '../../format/markdown.ts';
import { terminalLine } from '../../format/terminal-text.ts';

/** `✓ nothing to analyze: #812 has no failures`; without a look as Markdown. */
export function nothingText(
  { why, taken }: { why: string; taken: string | undefined },
  look?: Look,
): string[] {
  const text = `nothing to analyze: ${terminalLine(why)}`;
  if (look === undefined) return [`${UNICODE_GLYPHS.passed} ${markdownText(text)}`];
  const { colors, columns, glyphs, quiet } = look;
  const lines = hangingLines(`${glyphs.passed} ${text}`, columns);
  return [
    ...(taken === undefined || quiet ? [] : hangingLines(`${taken}:`, columns).map(colors.dim)),
    ...lines.map((line, at) =>
      at > 0 ? line : colors.green(glyphs.passed) + line.slice(glyphs.passed.length),
    ),
  ];
}
