import type { Execution } from '@svc/contract/executions/executions';
import type { Look } from '../../terminal/look.ts';
import { formatTable } from '../../terminal/lines/table.ts';
import type { Total } from '../../asking/listing.ts';
import { buildExecutionColumns } from './execution-columns.ts';
import { formatHeadingLines } from '../../wording/heading-line.ts';
import { formatMoreLines } from '../../wording/more-lines.ts';
import { listExecutionMarks } from '@svc/analysis/compare/run-marks';
import { formatMarkLegend } from '../../wording/run-mark-columns.ts';
import { formatNothingFound, type NothingFound } from '../../wording/no-executions-lines.ts';

/** The result of `svc executions`; every text in it is safe for a terminal. */
export interface ExecutionList extends NothingFound {
  items: Execution[];
  total: Total;
  moreCommand: string;
}

export function formatExecutions(list: ExecutionList, look: Look): string[] {
  if (list.items.length === 0) return formatNothingFound(list, look);
  const table = formatTable(buildExecutionColumns(list, look), list.items, look);
  return [
    ...formatHeadingLines(list, look),
    ...table,
    ...formatMoreLines(list, look),
    ...formatMarkLegend(list.items, listExecutionMarks, look),
  ];
}
