import { useDebouncedValue } from '@mantine/hooks';
import type { ExecutionSummary, ResultTab } from '@svc/contract/executions/execution-view';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../format/count.ts';
import { useKey } from '../../keyboard/use-key.ts';
import type { Position } from './detail/detail-stepper.tsx';
import { ProblemDetail } from './detail/problem-detail.tsx';
import { ResultPanel } from './detail/result-panel.tsx';
import { isProblemKey } from './execution-queries.ts';
import { buildClassEntries } from './list/class-entries.ts';
import { listOpenableKeys, buildProblemEntries, buildResultEntry } from './list/list-entries.ts';
import { ResultList } from './list/result-list.tsx';
import { NothingListed } from './list/nothing-listed.tsx';
import { useNewerVerdicts } from './use-newer-verdicts.ts';
import { countListed, useResultRows } from './use-result-rows.ts';

const HELD_MS = 150;

/** The results of a tab on the left, the open one on the right. */
export function ResultBrowser({ summary, tab }: { summary: ExecutionSummary; tab: ResultTab }) {
  const { result, attempt, search } = useSearch({ from: '/frame/executions/$executionId' });
  const navigate = useNavigate({ from: '/executions/$executionId' });
  const listed = useResultRows(summary, { tab, search });
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set());
  const detail = useRef<HTMLDivElement>(null);
  const { rows, patterns, query, seen } = listed;
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
  // A key that is held down passes over results without asking for each.
  const [shownKey] = useDebouncedValue(openKey, HELD_MS, { leading: true });
  const place = openKey === undefined ? -1 : keys.indexOf(openKey);
  const total = query.hasNextPage
    ? Math.max(keys.length, search === undefined ? countListed(seen, tab) : 0)
    : keys.length;

  const openGroup = useCallback(
    (fingerprint: string) => setOpenGroups((open) => new Set(open).add(fingerprint)),
    [],
  );
  const folded = useMemo(() => {
    if (tab !== 'failed' || entries.some(({ key }) => key === openKey)) return null;
    return rows.find(({ id }) => id === openKey)?.fingerprint ?? null;
  }, [tab, entries, rows, openKey]);
  if (folded !== null && !openGroups.has(folded)) setOpenGroups(new Set(openGroups).add(folded));

  const go = (step: 1 | -1) => {
    const next = keys[place + step];
    if (next === undefined) return;
    void navigate({
      search: (before) => ({ ...before, result: next, attempt: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  const goAndShow = (step: 1 | -1) => {
    go(step);
    detail.current?.scrollIntoView({ block: 'start' });
  };
  useKey({ key: 'j' }, () => go(1));
  useKey({ key: 'k' }, () => go(-1));

  if (keys.length === 0 && openKey === undefined && query.isSuccess && search === undefined) {
    return (
      <NothingListed
        summary={summary}
        tab={tab}
        newCount={listed.newCount}
        onNew={listed.showNew}
      />
    );
  }
  const position: Position = { place, total, onStep: go };
  return (
    <>
      <div className="md">
        <ResultList
          executionId={summary.execution.id}
          listed={listed}
          entries={entries}
          openKey={openKey}
          total={summary.counts[tab]}
          tab={tab}
          onGroup={tab === 'failed' ? showGroups : null}
          onOpenGroup={openGroup}
        />
        <div ref={detail} className="detail-place">
          {shownKey !== undefined && isProblemKey(shownKey) ? (
            <ProblemDetail summary={seen} problemKey={shownKey} position={position} />
          ) : (
            shownKey !== undefined && (
              <ResultPanel
                key={shownKey}
                execution={summary.execution}
                resultId={shownKey}
                attempt={result === undefined ? undefined : attempt}
                patterns={patterns}
                position={position}
              />
            )
          )}
        </div>
      </div>
      {keys.length > 0 && (
        <div className="result-steps only-narrow" role="group" aria-label="Results">
          <button className="btn" type="button" disabled={place <= 0} onClick={() => goAndShow(-1)}>
            <IconChevronLeft size={16} stroke={1.5} aria-hidden /> Previous
          </button>
          <span className="tnum mid">
            {place === -1 ? '–' : formatCount(place + 1)} of {formatCount(total)}
          </span>
          <button
            className="btn"
            type="button"
            disabled={place >= keys.length - 1}
            onClick={() => goAndShow(1)}
          >
            Next <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </button>
        </div>
      )}
    </>
  );
}
