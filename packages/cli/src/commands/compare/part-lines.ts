import { countTestsPerCause } from '@svc/analysis/causes/shown-tests';
import { formatCauseTitle, formatCauseCount } from '@svc/analysis/causes/cause-words';
import type { ComparedTest } from '@svc/contract/executions/compare';
import { wrapFacts } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { paintStatus } from '../../terminal/status.ts';
import { formatCauseLines } from '../../wording/cause-lines.ts';
import { formatCutCauses, type CausePart } from '@svc/analysis/compare/compared-causes';
import { formatFailedLines, formatTestInCause, formatTestLines } from './compared-test-lines.ts';
import { formatCut } from '@svc/analysis/compare/comparison-words';
import type { ShownComparison } from './shown-comparison.ts';

type Shown = Pick<ShownComparison, 'limit' | 'moreCommand'>;

/** A list of tests below its title. `total`: the number of tests; the answer may name fewer. */
export function formatPartLines<Test>(
  { title, total, tests }: { title: string; total: number; tests: readonly Test[] },
  linesOf: (test: Test) => string[],
  { limit, moreCommand, look }: Shown & { look: Look },
): string[] {
  if (total === 0) return [];
  const shown = tests.slice(0, limit);
  const cut = formatCut({ shown: shown.length, total, limit }, moreCommand);
  return formatWholePart(title, shown.flatMap(linesOf), { cut, look });
}

/**
 * A list of failures below its title, one entry for each cause. `seen`: the names of failures shown before, by
 * fingerprint. `status`: of the tests now.
 */
export function formatCausePartLines(
  title: string,
  part: CausePart<ComparedTest>,
  {
    limit,
    moreCommand,
    look,
    seen,
    status,
  }: Shown & { look: Look; seen: Map<string, string>; status: 'failed' | 'passed' },
): string[] {
  if (part.total === 0) return [];
  const inner = { ...look, columns: look.columns - 2 };
  const mark = `${look.glyphs[status]} `;
  const most = countTestsPerCause(part.rows, limit);
  const lines = part.rows.slice(0, limit).flatMap((row) => {
    if (row.kind === 'test') {
      return status === 'passed'
        ? formatTestLines(row.item, 'passed', '', look)
        : formatFailedLines(row.item, seen, look);
    }
    const { cause, items } = row;
    if (cause.fingerprint !== null) seen.set(cause.fingerprint, formatCauseTitle(cause));
    return formatCauseLines(
      { cause, items, most },
      { mark, linesOf: formatTestInCause },
      inner,
    ).map((line, at) => (at === 0 ? paintStatus(status, look.colors)(line) : line));
  });
  const cut = formatCutCauses(part, limit, moreCommand);
  return formatWholePart(`${title}${formatCauseCount(part.total, part.causes)}`, lines, {
    cut,
    look,
  });
}

function formatWholePart(
  title: string,
  lines: readonly string[],
  { cut, look }: { cut: readonly string[]; look: Look },
): string[] {
  const { bold, dim } = look.colors;
  return [
    bold(title),
    ...lines.map((line) => `  ${line}`),
    ...wrapFacts(look.quiet ? [] : cut, ' ', look.columns - 2).map((line) => dim(`  ${line}`)),
    '',
  ];
}
