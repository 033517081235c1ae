import type { FlakySort, FlakyTest } from '@svc/contract/history/flaky-tests';
import { formatCount } from '@svc/contract/zod-free/amounts';
import { wrapCommand, wrapFacts } from '../../terminal/lines/wrapped-lines.ts';
import { measureText } from '../../terminal/lines/fitted-text.ts';
import type { Look } from '../../terminal/look.ts';
import { formatTable } from '../../terminal/lines/table.ts';
import type { Total } from '../../asking/listing.ts';
import { buildFlakyColumns } from './flaky-columns.ts';
import { formatHeadingLines } from '../../wording/heading-line.ts';
import { formatMoreLines, formatTotal } from '../../wording/more-lines.ts';
import { formatNothingFound, type NothingFound } from '../../wording/no-executions-lines.ts';

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

export function formatFlakyTests(list: FlakyList, look: Look): string[] {
  if (list.items.length === 0) return formatEmptyLines(list, look);
  const table = formatTable(buildFlakyColumns(list, look), list.items, look);
  return [
    ...formatHeadingLines(list, look, [formatFlakyCount(list), `sorted by ${list.sort}`]),
    ...table,
    ...formatMoreLines(list, look),
    ...(look.quiet ? [] : formatLegendLines(list, look)),
  ];
}

export function formatFlakyCount({ total }: Pick<FlakyList, 'total'>): string {
  if (total.isAtLeast) return `${formatTotal(total)} flaky tests`;
  return formatCount(total.count, 'flaky test');
}

/** The formula of the figure that the list is sorted by. */
export const FORMULAS: Record<FlakySort, string> = {
  rate: 'rate = flaky runs / runs',
  score: 'score = how certainly a test is flaky; few runs lower it',
  impact: 'a week = expected time lost to failed attempts per week',
};

function formatLegendLines({ sort, impactCommand }: FlakyList, look: Look): string[] {
  const [question, command] =
    sort === 'impact'
      ? ['one test:', 'svc test <id or part of the title>']
      : ['what to fix first:', impactCommand];
  const all = [FORMULAS[sort], `${question} ${command}`].join(look.glyphs.dot);
  const lines =
    measureText(all) <= look.columns
      ? [all]
      : [
          ...wrapFacts([FORMULAS[sort]], ' ', look.columns),
          ...wrapCommand(question, command, look.columns),
        ];
  return lines.map((line) => look.colors.dim(line));
}

function formatEmptyLines(list: FlakyList, look: Look): string[] {
  const { colors, glyphs, columns } = look;
  if (!list.hasExecutions) return formatNothingFound(list, look);
  const counted = list.minRuns > 1 ? ` with at least ${list.minRuns} runs` : '';
  const which = list.isFiltered ? `No flaky test${counted} matches` : `No flaky tests${counted}`;
  return [
    ...formatHeadingLines(list, look),
    `${colors.green(glyphs.passed)} ${which}.`,
    ...(list.minRuns > 1
      ? wrapCommand('With fewer runs:', list.allRunsCommand, columns).map((line) =>
          colors.dim(line),
        )
      : []),
  ];
}
