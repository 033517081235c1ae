import { groupByFingerprint, TESTS_OF_CAUSE } from '@svc/analysis/causes/cause-groups';
import type { Label } from '@svc/analysis/verdicts/verdict-label';
import type { ResultRow, ResultRowPage } from '@svc/contract/executions/execution-view';
import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { toPlainText } from '../../../components/text/plain-text.ts';

/** What the list shows, in order. */
export type ListEntry =
  | {
      kind: 'class';
      key: string;
      /** Null for failures without a verdict. */
      label: Label | null;
      count: number;
      /** How many fingerprints of the group occurred first in this execution; null: nothing is known of them. */
      newFingerprints: number | null;
      /** When the oldest fingerprint of the group occurred first; null: in this execution, or nothing is known. */
      firstSeenAt: string | null;
    }
  | {
      kind: 'group';
      key: string;
      text: string;
      fingerprint: string | null;
      isNew: boolean;
      count: number;
    }
  | { kind: 'problem'; key: string; title: string; place: string | null }
  | { kind: 'result'; key: string; row: ResultRow }
  | { kind: 'more'; key: string; fingerprint: string; count: number };

const PROBLEM_CHARACTERS = 200;

type Patterns = ResultRowPage['patterns'];

// About as many as fit into a window of 900 px.
const ROWS_OF_A_WINDOW = 15;

export interface Grouping {
  patterns: Patterns;
  open: ReadonlySet<string> | 'all';
  startedAt: string;
  /** How many results of a group are shown before it folds. */
  shownOfGroup: number;
}

/** How many results of each fingerprint are shown: 5, or as many as fill the list where there are few fingerprints. */
export function countShownOfGroup(rows: readonly ResultRow[]): number {
  const shared = groupByFingerprint(rows, ({ fingerprint }) => fingerprint).filter(
    ({ fingerprint, items }) => fingerprint !== null && items.length > 1,
  );
  const share = Math.floor(ROWS_OF_A_WINDOW / Math.max(1, shared.length));
  return Math.max(TESTS_OF_CAUSE, share);
}

/**
 * Failed results grouped by their fingerprint, in the order in which the fingerprints occur. Results that share it with
 * no other one follow in one group. Groups of more than `shownOfGroup` results fold, unless they are `open`.
 */
export function buildFailureEntries(
  rows: readonly ResultRow[],
  { patterns, open, startedAt, shownOfGroup: most }: Grouping,
): ListEntry[] {
  const groups = groupByFingerprint(rows, ({ fingerprint }) => fingerprint);
  const single = groups.flatMap(({ items }) => (items.length === 1 ? items : []));
  const shared = groups.flatMap(({ fingerprint, items }) =>
    fingerprint !== null && items.length > 1 ? [{ fingerprint, group: items }] : [],
  );
  const entries = shared.flatMap(({ fingerprint, group }): ListEntry[] => {
    const known = patterns[fingerprint];
    const isFolded = group.length > most && open !== 'all' && !open.has(fingerprint);
    const shown = isFolded ? group.slice(0, most) : group;
    return [
      {
        kind: 'group',
        key: `group ${fingerprint}`,
        text: known?.pattern.split('\n', 1)[0] ?? 'The same failure',
        fingerprint,
        isNew: known !== undefined && known.firstSeenAt >= startedAt,
        count: group.length,
      },
      ...shown.map(buildResultEntry),
      ...(isFolded
        ? [
            {
              kind: 'more' as const,
              key: `more ${fingerprint}`,
              fingerprint,
              count: group.length - most,
            },
          ]
        : []),
    ];
  });
  if (shared.length === 0) return single.map(buildResultEntry);
  if (single.length === 0) return entries;
  const title = { text: 'Each with a failure of its own', fingerprint: null, isNew: false };
  return [
    ...entries,
    { kind: 'group', key: 'single', ...title, count: single.length },
    ...single.map(buildResultEntry),
  ];
}

/** What failed outside of tests: errors of the run and files that failed to load. They are opened by their keys. */
export function buildProblemEntries({
  errors,
  errorsOmitted = 0,
  brokenFiles,
}: Pick<ExecutionSummary, 'errors' | 'errorsOmitted' | 'brokenFiles'>): ListEntry[] {
  const entries: ListEntry[] = [
    ...errors.map(({ message, location }, index) => ({
      kind: 'problem' as const,
      key: `run-${index + 1}`,
      title: cutFirstLine(message) || 'Error of the run',
      place: location?.file ?? 'the whole run',
    })),
    ...brokenFiles.items.map(({ file, errors: own }, index) => ({
      kind: 'problem' as const,
      key: `file-${index + 1}`,
      title: cutFirstLine(own[0]?.message ?? '') || 'Failed to load',
      place: file,
    })),
  ];
  if (entries.length === 0) return [];
  const count = entries.length + errorsOmitted + brokenFiles.omitted;
  const text = { text: 'Outside of tests', fingerprint: null, isNew: false };
  return [{ kind: 'group', key: 'problems', ...text, count }, ...entries];
}

export function buildResultEntry(row: ResultRow): ListEntry {
  return { kind: 'result', key: row.id, row };
}

/** The keys of what can be opened, in the order of the list. */
export function listOpenableKeys(entries: readonly ListEntry[]): string[] {
  return entries.flatMap(({ kind, key }) => (kind === 'result' || kind === 'problem' ? [key] : []));
}

function cutFirstLine(text: string): string {
  return (
    toPlainText(text.slice(0, 2_000)).trim().split('\n', 1)[0]?.slice(0, PROBLEM_CHARACTERS) ?? ''
  );
}
