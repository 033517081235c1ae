import type { ComparedTest, Comparison } from '@svc/contract/compare';
import type { Execution } from '@svc/contract/executions';
import { counted } from '../format/counted.ts';
import { durationText } from '../format/duration.ts';
import { fittedText, paddedText, textColumns } from '../format/fitted-text.ts';
import { flowedLines } from '../format/flowed-lines.ts';
import type { Look } from '../format/look.ts';
import { spreadLine } from '../format/spread-line.ts';
import { paintStatus, statusText, type ShownStatus } from '../format/status.ts';
import { terminalLine } from '../format/terminal-text.ts';
import {
  durationNote,
  durationsText,
  newFailing,
  notRunTexts,
  percentText,
  verdictOf,
  type ShownComparison,
} from './comparison-parts.ts';
import { errorHeadline } from './error-lines.ts';
import { shortCommit } from './execution-columns.ts';
import { resultPlace, resultTitle } from './result-title.ts';

/** Which two, the verdict, then what changed: what broke first. */
export function compareText(shown: ShownComparison, look: Look): string[] {
  const { comparison } = shown;
  const { performance, summary } = comparison;
  const seen = new Map<string, string>();
  const failed = (test: ComparedTest) => failedLines(test, seen, look);
  const parts = [
    part(counted(summary.regressions, 'regression'), comparison.regressions, failed),
    part(counted(summary.newFailing, 'new failing test'), newFailing(comparison), failed),
    part(`${summary.newlyFlaky} newly flaky`, comparison.newlyFlaky, (test) =>
      testLines(test, 'flaky', `passed on attempt ${test.retries + 1}`, look),
    ),
    part(`${summary.stillFailing} still failing`, comparison.stillFailing, failed),
    part(counted(summary.improvements, 'improvement'), comparison.improvements, (test) =>
      testLines(test, 'passed', '', look),
    ),
    part(`${summary.slower} slower`, performance.slower, (test) => durationLines(test, look)),
    part(`${summary.faster} faster`, performance.faster, (test) => durationLines(test, look)),
  ];
  return withoutLastGap([
    ...headerLines(shown, look),
    ...parts.flatMap((lines) => partLines(lines, shown, look)),
    ...restLines(comparison, look),
    ...hintLines(shown, look),
  ]);
}

function withoutLastGap(lines: string[]): string[] {
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

interface Part {
  title: string;
  entries: string[][];
}

function part<Entry>(
  title: string,
  entries: readonly Entry[],
  linesOf: (entry: Entry) => string[],
): Part {
  return { title, entries: entries.map(linesOf) };
}

function partLines({ title, entries }: Part, shown: ShownComparison, look: Look): string[] {
  if (entries.length === 0) return [];
  const { limit, moreCommand } = shown;
  const isCut = entries.length > limit && !look.quiet;
  return [
    look.colors.bold(title),
    ...entries.slice(0, limit).flatMap((lines) => lines.map((line) => `  ${line}`)),
    ...(isCut ? [look.colors.dim(`  ${limit} of ${entries.length}. More: ${moreCommand}`)] : []),
    '',
  ];
}

function headerLines({ comparison, taken }: ShownComparison, look: Look): string[] {
  const { colors, glyphs } = look;
  const { base, head } = comparison;
  const { status, text } = verdictOf(comparison);
  const verdict = colors.bold(paintStatus(status, colors)(`${glyphs[status]} ${text}`));
  if (look.quiet) return [verdict, ''];
  const choices = [
    ...(taken.base === undefined ? [] : [`base: ${taken.base}`]),
    ...(taken.head === undefined ? [] : [`head: ${taken.head}`]),
  ];
  const note = durationNote(comparison);
  return [
    ...flowedLines(choices, glyphs.dot, look.columns).map((line) => colors.dim(line)),
    ...sideLines([base, head], look),
    '',
    verdict,
    ...(note === undefined ? [] : [colors.dim(note)]),
    '',
  ];
}

/** Both executions in columns; where those have no room, each in as many lines as it takes. */
function sideLines(sides: readonly [Execution, Execution], look: Look): string[] {
  const rows = sides.map((side, index) => [
    index === 0 ? 'base' : 'head',
    ...sideFacts(side, look),
  ]);
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => textColumns(row[column] ?? ''))),
  );
  const paint = (cells: readonly string[], side: Execution | undefined) => {
    const line = cells.join('  ').trimEnd();
    if (side === undefined) return line;
    const name = nameOf(side);
    const status = statusText(side.status, look);
    return line
      .replace(name, () => look.link(name, side.url))
      .replace(status, () => paintStatus(side.status, look.colors)(status));
  };
  const aligned = rows.map((row) =>
    row.map((cell, column) =>
      paddedText(cell, widths[column] ?? 0, column === TESTS_COLUMN ? 'right' : 'left'),
    ),
  );
  const isWide = aligned.some((cells) => textColumns(cells.join('  ').trimEnd()) > look.columns);
  if (!isWide) return aligned.map((cells, index) => paint(cells, sides[index]));
  return rows.flatMap((row, index) =>
    flowedLines(
      row.filter((cell) => cell !== ''),
      '  ',
      look.columns,
    ).map((line) => paint([line], sides[index])),
  );
}

const TESTS_COLUMN = 4;

function sideFacts(side: Execution, look: Look): string[] {
  const { git, totals } = side;
  return [
    nameOf(side),
    terminalLine([git.branch, shortCommit(git.commit)].filter(Boolean).join(' ')),
    statusText(side.status, look),
    counted(totals.tests, 'test'),
    durationText(side.durationMs),
  ];
}

function nameOf({ project, number }: Execution): string {
  return `${terminalLine(project)} #${number}`;
}

/** Title and place, then the error's first line, or which failure above was the same. */
function failedLines(test: ComparedTest, seen: Map<string, string>, look: Look): string[] {
  const status = test.head?.status ?? 'failed';
  const title = resultTitle(test, look.glyphs);
  const lines = testLines(test, status, resultPlace(test), look);
  const before = test.fingerprint === null ? undefined : seen.get(test.fingerprint);
  if (before !== undefined) return [...lines, look.colors.dim(`  same failure as ${before}`)];
  if (test.fingerprint !== null) seen.set(test.fingerprint, title);
  if (test.error === null) return lines;
  const message = fittedText(errorHeadline(test.error), errorColumns(look), look.glyphs);
  return [...lines, `  ${look.colors.red(message)}`];
}

// Two lines of a narrow terminal at most; the whole error is in `svc executions show`.
function errorColumns({ columns }: Look): number {
  return Math.max(columns, 80) - 4;
}

function testLines(test: ComparedTest, status: ShownStatus, right: string, look: Look): string[] {
  const glyph = look.glyphs[status];
  const title = `${glyph} ${resultTitle(test, look.glyphs)}`;
  const inner = { ...look, columns: look.columns - 2 };
  return spreadLine(title, right, inner, (text) => {
    return paintStatus(status, look.colors)(glyph) + text.slice(glyph.length);
  });
}

function durationLines(test: Comparison['performance']['slower'][number], look: Look): string[] {
  const rate = test.durationDeltaRate === null ? '' : `  ${percentText(test.durationDeltaRate)}`;
  const right = `${durationsText(test, look.glyphs)}${rate.padStart(9)}`;
  return spreadLine(resultTitle(test, look.glyphs), right, { ...look, columns: look.columns - 2 });
}

// More names than these are a renamed folder, whose count says enough.
const MOST_NAMES = 5;

/** Tests that are on one side only, and those of which nothing can be said. */
function restLines(comparison: Comparison, look: Look): string[] {
  const { newTests, removedTests } = comparison;
  const passing = newTests.filter((test) => !newFailing(comparison).includes(test));
  const more = newTests.length > passing.length ? 'more ' : '';
  const lines = [
    ...notRunTexts(comparison).map((text) => look.colors.yellow(`! ${terminalLine(text)}`)),
    ...namedLines(counted(passing.length, `${more}new test`), passing, look),
    ...namedLines(counted(removedTests.length, 'removed test'), removedTests, look),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function namedLines(title: string, tests: readonly ComparedTest[], look: Look): string[] {
  if (tests.length === 0) return [];
  if (tests.length > MOST_NAMES) return [look.colors.dim(`${title}, named in --json`)];
  const names = tests.map((test) => look.colors.dim(`  ${resultTitle(test, look.glyphs)}`));
  return [look.colors.dim(title), ...names];
}

function hintLines({ comparison, showCommand }: ShownComparison, look: Look): string[] {
  const { regressions, newFailing, stillFailing } = comparison.summary;
  if (look.quiet || regressions + newFailing + stillFailing === 0) return [];
  return [look.colors.dim(`Errors whole: ${showCommand}`)];
}
