import { shortenText } from '@svc/contract/zod-free/shorten-text';
import type { Plan } from './explain.ts';
import type { Question } from './questions.ts';

const SHOWN = 2;
// A plan repeats the bound values. Five thousand ids make one line.
const MAX_LINE_LENGTH = 240;

/** Formats the slowest plans of a request for the terminal. */
export function formatPlanLines(
  name: string,
  question: Question,
  plans: readonly Plan[],
): string[] {
  const ms = plans.reduce((sum, plan) => sum + plan.ms, 0);
  const pages = plans.reduce((sum, plan) => sum + plan.pages, 0);
  return [
    `${name}: GET ${question.path}`,
    `SELECTs: ${plans.length}, which read ${pages} pages in ${ms.toFixed(1)} ms together; the slowest:`,
    ...plans
      .slice(0, SHOWN)
      .flatMap(({ sql, lines }) => [
        '',
        ...dedentSql(sql),
        '',
        ...pickExecuted(lines).map(shortenLine),
      ]),
    '',
  ];
}

/** Removes the indentation that a statement has in the source. Its first line has none. */
function dedentSql(sql: string): string[] {
  const [first = '', ...others] = sql.trim().split('\n');
  const margins = others
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const margin = Math.min(...margins);
  return [first, ...others.map((line) => line.slice(margin))].map((line) => `  ${line}`);
}

/** Removes the nodes that never ran, with everything below them: usually those of all partitions except one. */
function pickExecuted(lines: readonly string[]): string[] {
  let skippedMargin = Infinity;
  return lines.filter((line) => {
    const margin = line.length - line.trimStart().length;
    if (margin > skippedMargin) return false;
    skippedMargin = line.endsWith('(never executed)') ? margin : Infinity;
    return skippedMargin === Infinity;
  });
}

function shortenLine(line: string): string {
  return shortenText(line, MAX_LINE_LENGTH);
}
