import type { ExecutionSummary, ResultTab } from '@svc/contract/executions/execution-view';
import { useCallback, useMemo, useState } from 'react';
import { buildClassEntries } from './list/class-entries.ts';
import { buildProblemEntries, buildResultEntry, listOpenableKeys } from './list/list-entries.ts';
import { useNewerVerdicts } from './use-newer-verdicts.ts';
import type { ResultRows } from './use-result-rows.ts';

interface Opened {
  tab: ResultTab;
  search: string | undefined;
  /** The result of the address; undefined for the first one. */
  result: string | undefined;
}

/**
 * What the list of a tab shows, and the keys of what can be opened, also in groups that are folded. A group unfolds
 * when one of its results is opened.
 */
export function useListedEntries(
  summary: ExecutionSummary,
  { rows, patterns, query, seen }: ResultRows,
  { tab, search, result }: Opened,
) {
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const { startedAt } = seen.execution;
  const { verdicts, showGroups } = useNewerVerdicts(summary, {
    rows,
    readAt: query.dataUpdatedAt,
  });
  const problems = useMemo(
    () => (tab === 'failed' && search === undefined ? buildProblemEntries(seen) : []),
    [tab, search, seen],
  );
  const entries = useMemo(() => {
    if (tab !== 'failed') return rows.map(buildResultEntry);
    const grouping = { verdicts, patterns, open: openGroups, startedAt };
    return [...problems, ...buildClassEntries(rows, grouping)];
  }, [tab, problems, rows, verdicts, patterns, openGroups, startedAt]);
  // Folded rows can be stepped to as well.
  const keys = useMemo(() => {
    if (tab !== 'failed') return listOpenableKeys(entries);
    const all = buildClassEntries(rows, { verdicts, patterns, open: 'all', startedAt });
    return listOpenableKeys([...problems, ...all]);
  }, [tab, entries, problems, rows, verdicts, patterns, startedAt]);
  const openKey = result ?? keys[0];
  const openGroup = useCallback(
    (fingerprint: string) => setOpenGroups((open) => new Set(open).add(fingerprint)),
    [],
  );
  const folded = useMemo(() => {
    if (tab !== 'failed' || entries.some(({ key }) => key === openKey)) return null;
    return rows.find(({ id }) => id === openKey)?.fingerprint ?? null;
  }, [tab, entries, rows, openKey]);
  if (folded !== null && !openGroups.has(folded)) setOpenGroups(new Set(openGroups).add(folded));
  return { entries, keys, openKey, openGroup, showGroups: tab === 'failed' ? showGroups : null };
}
