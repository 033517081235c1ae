import type { Execution } from '@svc/contract/executions';
import { counted } from '../format/counted.ts';
import { hangingLines } from '../format/hanging-lines.ts';
import type { Look } from '../format/look.ts';
import type { Column } from '../format/table.ts';

/** A column with the attempts of CI runs that were run again; undefined if none of these executions was. */
export function attemptColumn(
  executions: readonly Execution[],
  { glyphs }: Look,
): Column<Execution> | undefined {
  if (!executions.some(isRerun)) return undefined;
  return {
    header: 'ATTEMPT',
    align: 'left',
    text: (execution) => (isRerun(execution) ? attemptText(execution) : glyphs.none),
    narrowLine: 2,
    narrowText: (execution) =>
      isRerun(execution) ? `attempt ${attemptText(execution)}` : undefined,
  };
}

/** The meaning of `(3/4)` in that column, with the numbers of the first such row. */
export function attemptLegend(
  executions: readonly Execution[],
  { colors, columns, quiet }: Look,
): string[] {
  const carrying = executions.find(({ shards }) => shards.carried > 0);
  if (carrying === undefined || quiet) return [];
  const { carried, expected } = carrying.shards;
  const legend = `(${carried}/${expected}): an earlier attempt passed ${carried} of ${counted(expected, 'part')}, TIME is without them`;
  return hangingLines(legend, columns).map((line) => colors.dim(line));
}

/** `2`, or `2 (3/4)` when 3 of 4 parts are carried. */
function attemptText({ attempt, shards }: Pick<Execution, 'attempt' | 'shards'>): string {
  const { carried, expected } = shards;
  return carried > 0 ? `${attempt} (${carried}/${expected})` : String(attempt);
}

export function isRerun({ attempt }: Pick<Execution, 'attempt'>): boolean {
  return attempt > 1;
}
