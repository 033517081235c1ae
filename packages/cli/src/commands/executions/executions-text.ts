import type { Execution } from '@svc/contract/executions/executions';
import type { Look } from '../../terminal/look.ts';
import { tableLines } from '../../terminal/lines/table.ts';
import type { Total } from '../../asking/listing.ts';
import { executionColumns } from './execution-columns.ts';
import { headingLines } from '../../wording/heading-line.ts';
import { moreLines } from '../../wording/more-lines.ts';
import { listExecutionMarks } from '@svc/analysis/run-marks';
import { markLegend } from '../../wording/run-mark-columns.ts';
import { nothingFoundLines, type NothingFound } from '../../wording/no-executions-lines.ts';

/** The result of `svc executions`; every text in it is safe for a terminal. */
export interface ExecutionList extends NothingFound {
  items: Execution[];
  total: Total;
  moreCommand: string;
}

export function executionsText(list: ExecutionList, look: Look): string[] {
  if (list.items.length === 0) return nothingFoundLines(list, look);
  const table = tableLines(executionColumns(list, look), list.items, look);
  return [
    ...headingLines(list, look),
    ...table,
    ...moreLines(list, look),
    ...markLegend(list.items, listExecutionMarks, look),
  ];
}
