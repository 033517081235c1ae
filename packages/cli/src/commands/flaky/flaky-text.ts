import type { FlakySort, FlakyTest } from '@svc/contract/history/flaky-tests';
import { formatCount } from '@svc/contract/amounts';
import { commandLines, flowedLines } from '../../terminal/lines/wrapped-lines.ts';
import { textColumns } from '../../terminal/lines/fitted-text.ts';
import type { Look } from '../../terminal/look.ts';
import { tableLines } from '../../terminal/lines/table.ts';
import type { Total } from '../../asking/listing.ts';
import { flakyColumns } from './flaky-columns.ts';
import { headingLines } from '../../wording/heading-line.ts';
import { moreLines, totalText } from '../../wording/more-lines.ts';
import { nothingFoundLines, type NothingFound } from '../../wording/no-executions-lines.ts';

/** The result of `svc flaky`; every text in it is safe for a terminal. */
export interface FlakyList extends NothingFound {
  items: FlakyTest[];
  total: Total;
  moreCommand: string;
  sort: FlakySort;
  minRuns: number;
  /** The same question, sorted by what to fix first. */
  impactCommand: string;
  /** The same question, including tests with few runs. */
  allRunsCommand: string;
  /** Whether any execution matches: without one, no test could be flaky. */
  hasExecutions: boolean;
}

export function flakyText(list: FlakyList, look: Look): string[] {
  if (list.items.length === 0) return emptyLines(list, look);
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
  return formatCount(total.count, 'flaky test');
}

/** The formula of the figure that the list is sorted by. */
export const FORMULAS: Record<FlakySort, string> = {
  rate: 'rate = flaky runs / runs',
  score: 'score = how certainly a test is flaky; few runs lower it',
  impact: 'a week = expected time lost to failed attempts per week',
};

function legendLines({ sort, impactCommand }: FlakyList, look: Look): string[] {
  const [question, command] =
    sort === 'impact'
      ? ['one test:', 'svc test <id or part of the title>']
      : ['what to fix first:', impactCommand];
  const all = [FORMULAS[sort], `${question} ${command}`].join(look.glyphs.dot);
  const lines =
    textColumns(all) <= look.columns
      ? [all]
      : [
          ...flowedLines([FORMULAS[sort]], ' ', look.columns),
          ...commandLines(question, command, look.columns),
        ];
  return lines.map((line) => look.colors.dim(line));
}

function emptyLines(list: FlakyList, look: Look): string[] {
  const { colors, glyphs, columns } = look;
  if (!list.hasExecutions) return nothingFoundLines(list, look);
  const which = list.isFiltered ? 'No flaky test matches' : 'No flaky tests';
  return [
    ...headingLines(list, look),
    `${colors.green(glyphs.passed)} ${which}.`,
    ...(list.minRuns > 1
      ? commandLines(
          `Only tests with at least ${list.minRuns} runs are listed. All:`,
          list.allRunsCommand,
          columns,
        ).map((line) => colors.dim(line))
      : []),
  ];
}
