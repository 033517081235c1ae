import type { ComparedDuration, ComparedTest } from '@svc/contract/executions/compare';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import { describeMissingBase } from '@svc/analysis/compare/describe-missing-base';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { wrapFacts, wrapCommand, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { paintStatus } from '../../terminal/status.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { formatSideLines } from './compare-sides.ts';
import { groupComparedTests } from '@svc/analysis/compare/compared-causes';
import { formatDurationLines, formatTestLines } from './compared-test-lines.ts';
import {
  describeDuration,
  describeMachine,
  listNewFailing,
  listNotRun,
  formatOmittedErrors,
  formatStillFailing,
  describeComparison,
} from '@svc/analysis/compare/comparison-words';
import type { ShownComparison } from './shown-comparison.ts';
import { formatCausePartLines, formatPartLines } from './part-lines.ts';
import { formatTestTitle } from '../../wording/test-names.ts';

/** The two executions, the verdict, then the changes: regressions first. */
export function formatComparison(shown: ShownComparison, look: Look): string[] {
  const { comparison } = shown;
  const { performance, summary } = comparison;
  const byCause = groupComparedTests(comparison);
  const seen = new Map<string, string>();
  const flaky = (test: ComparedTest) =>
    formatTestLines(test, 'flaky', `passed on attempt ${test.retries + 1}`, look);
  const took = (test: ComparedDuration) => formatDurationLines(test, look);
  const failures = (title: string, list: keyof typeof byCause) => {
    const status = list === 'improvements' ? 'passed' : 'failed';
    return formatCausePartLines(title, byCause[list], { ...shown, look, seen, status });
  };
  const tests = <Test>(
    what: string,
    { total, list }: { total: number; list: readonly Test[] },
    linesOf: (test: Test) => string[],
  ) =>
    formatPartLines({ title: `${formatNumber(total)} ${what}`, total, tests: list }, linesOf, {
      ...shown,
      look,
    });
  const { newlyFlaky, slower, faster } = summary;
  const parts = [
    failures(formatCount(summary.regressions, 'regression'), 'regressions'),
    failures(formatCount(summary.newFailing, 'new failing test'), 'newFailing'),
    tests('newly flaky', { total: newlyFlaky, list: comparison.newlyFlaky }, flaky),
    failures(formatStillFailing(summary), 'stillFailing'),
    failures(formatCount(summary.improvements, 'improvement'), 'improvements'),
    tests('slower', { total: slower, list: performance.slower }, took),
    tests('faster', { total: faster, list: performance.faster }, took),
  ];
  return withoutLastGap([
    ...formatHeaderLines(shown, look),
    ...parts.flat(),
    ...formatRestLines(shown, look),
    ...formatHintLines(shown, look),
  ]);
}

function withoutLastGap(lines: string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

interface Heading {
  title: string;
  /** The number of tests; the answer may name fewer. */
  total: number;
}

function buildCountedHeading(total: number, what: string): Heading {
  return { title: formatCount(total, what), total };
}

function formatHeaderLines({ comparison, choiceNotes }: ShownComparison, look: Look): string[] {
  const { colors, glyphs } = look;
  const { base, head } = comparison;
  const { status, text } = describeComparison(comparison);
  const verdict = wrapText(`${glyphs[status]} ${text}`, look.columns).map((line) =>
    colors.bold(paintStatus(status, colors)(line)),
  );
  if (look.quiet) return [...verdict, ''];
  const choices = [
    ...(choiceNotes.base === undefined ? [] : [`base: ${choiceNotes.base}`]),
    ...(choiceNotes.head === undefined ? [] : [`head: ${choiceNotes.head}`]),
  ];
  const notes = [describeDuration(comparison), describeMachine(comparison)].flatMap((note) =>
    note === undefined ? [] : wrapText(toTerminalLine(note), look.columns),
  );
  const missing = describeMissingBase(comparison);
  return [
    ...wrapFacts(choices, glyphs.dot, look.columns).map((line) => colors.dim(line)),
    ...formatSideLines([base, head], look),
    ...(missing === undefined ? [] : formatWarningLines(missing, look)),
    '',
    ...verdict,
    ...notes.map((line) => colors.dim(line)),
    '',
  ];
}

// More names than this usually mean a renamed folder, for which the count is enough.
const MOST_NAMES = 5;

/** Tests that are only on one side, and tests without a verdict. */
function formatRestLines({ comparison, limit }: ShownComparison, look: Look): string[] {
  const { newTests, removedTests, summary } = comparison;
  const failing = new Set(listNewFailing(comparison));
  const passing = newTests.filter((test) => !failing.has(test));
  const passes = summary.newTests - summary.newFailing;
  const more = summary.newFailing > 0 ? 'more ' : '';
  const removed = summary.removedTests;
  const omitted = formatOmittedErrors(comparison);
  const lines = [
    ...[...(omitted === undefined ? [] : [omitted]), ...listNotRun(comparison)].flatMap((text) =>
      formatWarningLines(text, look),
    ),
    ...formatNamedLines(
      { ...buildCountedHeading(passes, `${more}new test`), limit },
      passing,
      look,
    ),
    ...formatNamedLines(
      { title: `${formatCount(removed, 'test')} removed`, total: removed, limit },
      removedTests,
      look,
    ),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function formatWarningLines(text: string, { columns, colors }: Look): string[] {
  return wrapText(`! ${toTerminalLine(text)}`, columns).map(colors.yellow);
}

function formatNamedLines(
  { title, total, limit }: Heading & { limit: number },
  tests: readonly ComparedTest[],
  look: Look,
): string[] {
  if (total === 0) return [];
  if (total > MOST_NAMES || tests.length < total) {
    const text = `${title} (${formatListedHint({ total, limit, named: tests.length })})`;
    return wrapText(text, look.columns).map((line) => look.colors.dim(line));
  }
  const names = tests.flatMap((test) =>
    wrapText(formatTestTitle(test, look.glyphs), look.columns - 2).map((line) =>
      look.colors.dim(`  ${line}`),
    ),
  );
  return [look.colors.dim(title), ...names];
}

/** The flags that list all of them, or as many as the server lists: `listed with --json --limit 32`. */
function formatListedHint({
  total,
  limit,
  named,
}: {
  total: number;
  limit: number;
  named: number;
}) {
  const { listed, listedMost } = COMPARE_LIMITS;
  // Titles that are too long for one answer: a greater limit lists no more of them.
  const isCutByLength = named < Math.min(total, Math.max(limit, listed), listedMost);
  const reached = isCutByLength ? named : Math.min(total, listedMost);
  const which = reached < total ? `the first ${formatNumber(reached)} listed` : 'listed';
  return `${which} with --json${reached > limit ? ` --limit ${reached}` : ''}`;
}

function formatHintLines({ comparison, showCommand }: ShownComparison, look: Look): string[] {
  const { regressions, newFailing, stillFailing } = comparison.summary;
  if (look.quiet || regressions + newFailing + stillFailing === 0) return [];
  return wrapCommand('Full errors:', showCommand, look.columns).map((line) =>
    look.colors.dim(line),
  );
}
