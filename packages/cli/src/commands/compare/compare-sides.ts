import type { Execution } from '@svc/contract/executions/executions';
import { formatCount, formatDuration } from '@svc/contract/zod-free/amounts';
import { padText, measureText } from '../../terminal/lines/fitted-text.ts';
import { wrapFacts } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { paintStatus, statusText } from '../../terminal/status.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { listExecutionMarks, formatRunMarks } from '@svc/analysis/compare/run-marks';
import { shortenCommit } from '../../wording/short-ids.ts';

/** Both executions in columns; if there is no room, one after the other. */
export function formatSideLines(sides: readonly [Execution, Execution], look: Look): string[] {
  const rows = sides.map((side, index) => [
    index === 0 ? 'base' : 'head',
    ...formatSideFacts(side, look),
  ]);
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => measureText(row[column] ?? ''))),
  );
  const paint = (cells: readonly string[], side: Execution | undefined) => {
    const line = cells.join('  ').trimEnd();
    if (side === undefined) return line;
    const name = formatExecutionName(side);
    const status = statusText(side.status, look);
    return line
      .replace(name, () => look.link(name, side.url))
      .replace(status, () => paintStatus(side.status, look.colors)(status));
  };
  const aligned = rows.map((row) =>
    row.map((cell, column) =>
      padText(cell, widths[column] ?? 0, column === TESTS_COLUMN ? 'right' : undefined),
    ),
  );
  const isWide = aligned.some((cells) => measureText(cells.join('  ').trimEnd()) > look.columns);
  if (!isWide) return aligned.map((cells, index) => paint(cells, sides[index]));
  return rows.flatMap((row, index) =>
    wrapFacts(
      row.filter((cell) => cell !== ''),
      '  ',
      look.columns,
    ).map((line) => paint([line], sides[index])),
  );
}

const TESTS_COLUMN = 4;

function formatSideFacts(side: Execution, look: Look): string[] {
  const { git, totals } = side;
  return [
    formatExecutionName(side),
    toTerminalLine([git.branch, shortenCommit(git.commit)].filter(Boolean).join(' ')),
    statusText(side.status, look),
    formatCount(totals.tests, 'test'),
    formatDuration(side.durationMs),
    formatRunMarks(listExecutionMarks(side)),
  ];
}

function formatExecutionName({ project, number }: Execution): string {
  return `${toTerminalLine(project)} #${number}`;
}
