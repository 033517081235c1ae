import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ResultRow, ResultRowPage } from '@svc/contract/executions/execution-view';
import type { Classification } from '@svc/contract/executions/outcomes';
import { classOf } from '../../../components/verdicts/class-of.ts';
import { CLASS_ORDER } from '../../../components/verdicts/class-order.ts';
import { failureEntries, type ListEntry } from './list-entries.ts';

/**
 * Failed results grouped by class, most severe first, then those without a verdict; within a class by fingerprint.
 * Without any verdict, there are no groups of classes.
 */
export function classEntries(
  rows: readonly ResultRow[],
  {
    verdicts,
    ...grouping
  }: {
    /** By result id: verdicts that are newer than the rows. */
    verdicts: ReadonlyMap<string, FailureVerdict>;
    patterns: ResultRowPage['patterns'];
    open: ReadonlySet<string> | 'all';
    startedAt: string;
  },
): ListEntry[] {
  const groups = Map.groupBy(rows, (row) => classOfRow(row, verdicts));
  if ([...groups.keys()].every((one) => one === null)) return failureEntries(rows, grouping);
  return [...CLASS_ORDER, null].flatMap((classification): ListEntry[] => {
    const group = groups.get(classification);
    if (group === undefined) return [];
    const key = `class ${classification}`;
    return [
      { kind: 'class', key, classification, count: group.length },
      ...failureEntries(group, grouping).map((entry) =>
        // The same failure may have several classes, and the list's keys are unique.
        entry.kind === 'group' || entry.kind === 'more'
          ? { ...entry, key: `${key} ${entry.key}` }
          : entry,
      ),
    ];
  });
}

function classOfRow(
  { id, classification }: ResultRow,
  verdicts: ReadonlyMap<string, FailureVerdict>,
): Classification | null {
  const verdict = verdicts.get(id);
  return verdict === undefined ? classification : classOf(verdict);
}
