import type { FlakySort, FlakyTest } from '@svc/contract/flaky-tests';
import { counted } from '../format/counted.ts';
import { flowedLines } from '../format/flowed-lines.ts';
import type { Look } from '../format/look.ts';
import { tableLines } from '../format/table.ts';
import type { Total } from '../listing.ts';
import { flakyColumns } from './flaky-columns.ts';
import { headingLines } from './heading-line.ts';
import { moreLines, totalText } from './more-lines.ts';
import { noExecutionsLines, type NothingFound } from './no-executions-lines.ts';

/** What `svc flaky` found; every text in it is safe for a terminal. */
export interface FlakyList extends NothingFound {
  items: FlakyTest[];
  total: Total;
  moreCommand: string;
  sort: FlakySort;
  minRuns: number;
  /** Whether any execution matches: without one, no test could be flaky. */
  hasExecutions: boolean;
}

export function flakyText(list: FlakyList, look: Look): string[] {
  if (list.items.length === 0) return [...headingLines(list, look), ...emptyLines(list, look)];
  const table = tableLines(flakyColumns(list, look), list.items, look);
  return [
    ...headingLines(list, look, [flakyCount(list), `sorted by ${list.sort}`]),
    ...table,
    ...moreLines(list, look),
    ...(look.quiet ? [] : legendLines(list, look)),
  ];
}

export function flakyCount({ total }: Pick<FlakyList, 'total'>): string {
  if (total.isAtLeast) return `${totalText(total)} flaky tests`;
  return counted(total.count, 'flaky test');
}

/** How the figures are made, and which other order there is. */
export const LEGENDS: Record<FlakySort, readonly [formula: string, next: string]> = {
  rate: ['rate = flaky runs / runs', 'what to mend first: svc flaky --sort impact'],
  score: [
    'score = how surely a test is flaky: few runs count for less',
    'what to mend first: svc flaky --sort impact',
  ],
  impact: [
    'a week = time that its failed attempts are expected to cost',
    'one test: svc test <part of the title>',
  ],
};

function legendLines({ sort }: FlakyList, look: Look): string[] {
  const lines = flowedLines(LEGENDS[sort], look.glyphs.dot, look.columns);
  return lines.map((line) => look.colors.dim(line));
}

function emptyLines(list: FlakyList, { colors, glyphs }: Look): string[] {
  if (!list.hasExecutions) return noExecutionsLines(list);
  const which = list.isFiltered ? 'No flaky test matches' : 'No flaky tests';
  return [
    `${colors.green(glyphs.passed)} ${which}.`,
    ...(list.minRuns > 1
      ? [
          colors.dim(
            `Listed are tests with at least ${list.minRuns} runs; all: ${list.command} --min-runs 1`,
          ),
        ]
      : []),
  ];
}
