import type { Check } from '../doctor/check.ts';
import type { Look } from '../format/look.ts';
import { terminalLine } from '../format/terminal-text.ts';

/** One line per check, followed by the advice for problems. `-q` leaves out checks without problems. */
export function doctorText(checks: readonly Check[], look: Look): string[] {
  const shown = look.quiet ? checks.filter(({ status }) => status !== 'ok') : checks;
  return shown.flatMap(({ status, text, advice }) => [
    `${sign(status, look)} ${inGlyphs(text, look)}`,
    ...advice.map((line) => `  ${inGlyphs(line, look)}`),
  ]);
}

/** Replaces Unicode symbols in the checks' texts, which their JSON contains unchanged. */
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
