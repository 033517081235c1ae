import type { ComparedTest, Comparison } from '@svc/contract/compare';
import { counted } from '../format/counted.ts';
import { flowedLines } from '../format/flowed-lines.ts';
import type { Look } from '../format/look.ts';
import { paintStatus } from '../format/status.ts';
import { terminalLine } from '../format/terminal-text.ts';
import { sideLines } from './compare-sides.ts';
import { durationLines, failedLines, testLines } from './compared-test-lines.ts';
import {
  durationNote,
  newFailing,
  notRunTexts,
  verdictOf,
  type ShownComparison,
} from './comparison-parts.ts';
import { resultTitle } from './result-title.ts';

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
    ...namedLines(`${counted(removedTests.length, 'test')} removed`, removedTests, look),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function namedLines(title: string, tests: readonly ComparedTest[], look: Look): string[] {
  if (tests.length === 0) return [];
  if (tests.length > MOST_NAMES) return [look.colors.dim(`${title} (listed with --json)`)];
  const names = tests.map((test) => look.colors.dim(`  ${resultTitle(test, look.glyphs)}`));
  return [look.colors.dim(title), ...names];
}

function hintLines({ comparison, showCommand }: ShownComparison, look: Look): string[] {
  const { regressions, newFailing, stillFailing } = comparison.summary;
  if (look.quiet || regressions + newFailing + stillFailing === 0) return [];
  return [look.colors.dim(`Full errors: ${showCommand}`)];
}
