import type { Check } from '../doctor/check.ts';
import type { Look } from '../format/look.ts';
import { terminalLine } from '../format/terminal-text.ts';

/** One line a check, and below what is wrong the things to do. `-q` leaves out what is well. */
export function doctorText(checks: readonly Check[], look: Look): string[] {
  const told = look.quiet ? checks.filter(({ status }) => status !== 'ok') : checks;
  return told.flatMap(({ status, text, advice }) => [
    `${sign(status, look)} ${inGlyphs(text, look)}`,
    ...advice.map((line) => `  ${inGlyphs(line, look)}`),
  ]);
}

/** Checks word their texts in Unicode, as their JSON says them. */
function inGlyphs(text: string, { glyphs }: Look): string {
  return terminalLine(text).replaceAll(' · ', glyphs.dot).replaceAll('…', glyphs.ellipsis);
}

function sign(status: Check['status'], { colors, glyphs }: Look): string {
  const signs: Record<Check['status'], string> = {
    ok: colors.green(glyphs.passed),
    warning: colors.yellow('!'),
    failed: colors.red(glyphs.failed),
    skipped: colors.dim(glyphs.skipped),
  };
  return signs[status];
}
