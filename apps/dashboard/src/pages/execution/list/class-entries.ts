import {
  deriveLabel,
  LABELS_BY_SEVERITY,
  toLabel,
  type Label,
} from '@svc/analysis/verdicts/verdict-label';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { ResultRow, ResultRowPage } from '@svc/contract/executions/execution-view';
import {
  buildFailureEntries,
  countShownOfGroup,
  type Grouping,
  type ListEntry,
} from './list-entries.ts';

/**
 * Failed results grouped by label, most severe first, then those without a verdict; within a class by fingerprint.
 * Without any verdict, there are no groups of classes.
 */
export function buildClassEntries(
  rows: readonly ResultRow[],
  {
    verdicts,
    ...options
  }: Omit<Grouping, 'shownOfGroup'> & {
    /** By result id: verdicts that count more than the classes of the rows. */
    verdicts: ReadonlyMap<string, FailureVerdict>;
  },
): ListEntry[] {
  const grouping = { ...options, shownOfGroup: countShownOfGroup(rows) };
  const groups = Map.groupBy(rows, (row) => pickRowLabel(row, verdicts));
  if ([...groups.keys()].every((one) => one === null)) return buildFailureEntries(rows, grouping);
  return GROUPS.flatMap((label): ListEntry[] => {
    const group = groups.get(label);
    if (group === undefined) return [];
    const key = `class ${label}`;
    return [
      {
        kind: 'class',
        key,
        label,
        count: group.length,
        ...computeNovelty(group, grouping),
      },
      ...buildFailureEntries(group, grouping).map((entry) =>
        // The same failure may have several classes, and the list's keys are unique.
        entry.kind === 'group' || entry.kind === 'more'
          ? { ...entry, key: `${key} ${entry.key}` }
          : entry,
      ),
    ];
  });
}

const GROUPS: readonly (Label | null)[] = [...LABELS_BY_SEVERITY, null];

/** How many failures of a class were first seen in this execution, or since when they are known. */
function computeNovelty(
  rows: readonly ResultRow[],
  { patterns, startedAt }: { patterns: ResultRowPage['patterns']; startedAt: string },
): { newFingerprints: number | null; firstSeenAt: string | null } {
  const fingerprints = new Set(rows.flatMap(({ fingerprint }) => fingerprint ?? []));
  const seen = [...fingerprints].flatMap((one) => patterns[one]?.firstSeenAt ?? []).toSorted();
  if (seen.length === 0) return { newFingerprints: null, firstSeenAt: null };
  const [oldest = startedAt] = seen;
  return {
    newFingerprints: seen.filter((at) => at >= startedAt).length,
    firstSeenAt: oldest < startedAt ? oldest : null,
  };
}

function pickRowLabel(row: ResultRow, verdicts: ReadonlyMap<string, FailureVerdict>): Label | null {
  const verdict = verdicts.get(row.id);
  return verdict === undefined ? toLabel(row) : deriveLabel(verdict);
}
