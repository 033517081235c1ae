import { UNICODE_GLYPHS } from '../../../terminal/glyphs.ts';
import { hangingLines } from '../../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../../terminal/look.ts';
import { markdownText } from '@svc/analysis/text/markdown';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';

/** `✓ nothing to analyze: #812 has no failures`, with `!` where it did not pass; without a look as Markdown. */
export function nothingText(
  { why, taken, isGood }: { why: string; taken: string | undefined; isGood: boolean },
  look?: Look,
): string[] {
  const text = `nothing to analyze: ${terminalLine(why)}`;
  if (look === undefined) {
    return [`${isGood ? UNICODE_GLYPHS.passed : UNICODE_GLYPHS.interrupted} ${markdownText(text)}`];
  }
  const { colors, columns, glyphs, quiet } = look;
  const glyph = isGood ? glyphs.passed : glyphs.interrupted;
  const paint = isGood ? colors.green : colors.yellow;
  const lines = hangingLines(`${glyph} ${text}`, columns);
  return [
    ...(taken === undefined || quiet ? [] : hangingLines(`${taken}:`, columns).map(colors.dim)),
    ...lines.map((line, at) => (at > 0 ? line : paint(glyph) + line.slice(glyph.length))),
  ];
}
