import { TITLE_CHARACTERS } from '@svc/analysis/causes/shown-tests';
import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import type { ComparedDuration, ComparedTest } from '@svc/contract/executions/compare';
import { fitText, measureText } from '../../terminal/lines/fitted-text.ts';
import { wrapFacts } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { spreadLine } from '../../terminal/lines/spread-line.ts';
import { paintStatus, type ShownStatus } from '../../terminal/status.ts';
import { formatRateChange } from '@svc/analysis/compare/comparison-words';
import { formatDurations } from './shown-comparison.ts';
import { formatErrorHeadline } from '../../wording/error-lines.ts';
import { formatTestPlace, formatTestTitle } from '../../wording/test-names.ts';

/** Title and place, then the error's first line, or the failure above with the same error. */
export function formatFailedLines(
  test: ComparedTest,
  seen: Map<string, string>,
  look: Look,
): string[] {
  const status = test.head?.status ?? 'failed';
  const title = formatTestTitle(test, look.glyphs);
  const place = shortenLine(formatTestPlace(test));
  const lines = [...formatTestLines(test, status, place, look), ...formatBaseFromLines(test, look)];
  const before = test.fingerprint === null ? undefined : seen.get(test.fingerprint);
  if (before !== undefined) {
    const other = fitText(before, computeInnerColumns(look) - SAME_FAILURE.length, look.glyphs);
    return [...lines, look.colors.dim(`  ${SAME_FAILURE}${other}`)];
  }
  if (test.fingerprint !== null) seen.set(test.fingerprint, title);
  if (test.error === null) return lines;
  const columns = computeInnerColumns(look);
  // Two lines of a narrow terminal at most; `svc executions show` has the full error.
  const message = fitText(formatErrorHeadline(test.error), Math.max(columns, 76), look.glyphs);
  const messageLines =
    measureText(message) > columns ? wrapFacts(message.split(' '), ' ', columns) : [message];
  return [...lines, ...messageLines.map((line) => `  ${look.colors.red(line)}`)];
}

/** A test below its cause: title and place. Without a fingerprint, the failures may differ. */
export function formatTestInCause(test: ComparedTest, look: Look): string[] {
  const title = shortenLine(formatTestTitle(test, look.glyphs));
  const lines = [
    ...spreadLine(title, shortenLine(formatTestPlace(test)), look),
    ...formatBaseFromLines(test, look),
  ];
  if (test.fingerprint !== null || test.error === null) return lines;
  const message = fitText(formatErrorHeadline(test.error), computeInnerColumns(look), look.glyphs);
  return [...lines, `  ${look.colors.red(message)}`];
}

/** The earlier execution that replaces the base, if the base did not run the test. */
function formatBaseFromLines({ base, baseFrom }: ComparedTest, look: Look): string[] {
  if (base === null || baseFrom === null) return [];
  const ended = base.status === 'passed' ? 'passed' : 'failed';
  const text = `not run in the base; ${ended} in #${baseFrom.number}`;
  return wrapFacts([text], ' ', computeInnerColumns(look)).map((line) =>
    look.colors.dim(`  ${line}`),
  );
}

const SAME_FAILURE = 'same failure as ';

/** The room of a line below a title, which is indented twice. */
function computeInnerColumns({ columns }: Look): number {
  return columns - 4;
}

export function formatTestLines(
  test: ComparedTest,
  status: ShownStatus,
  right: string,
  look: Look,
): string[] {
  const glyph = look.glyphs[status];
  const title = `${glyph} ${shortenLine(formatTestTitle(test, look.glyphs), TITLE_CHARACTERS)}`;
  const inner = { ...look, columns: look.columns - 2 };
  return spreadLine(title, right, inner, (text, line) =>
    line > 0 ? text : paintStatus(status, look.colors)(glyph) + text.slice(glyph.length),
  );
}

export function formatDurationLines(test: ComparedDuration, look: Look): string[] {
  const rate =
    test.durationDeltaRate === null ? '' : `  ${formatRateChange(test.durationDeltaRate)}`;
  const right = `${formatDurations(test, look.glyphs)}${rate.padStart(9)}`;
  return spreadLine(formatTestTitle(test, look.glyphs), right, {
    ...look,
    columns: look.columns - 2,
  });
}
