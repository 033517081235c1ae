import { useDebouncedValue } from '@mantine/hooks';
import type { ExecutionSummary, ResultTab } from '@svc/contract/executions/execution-view';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, type RefObject } from 'react';
import { formatNumber } from '../../format/count.ts';
import { useKey } from '../../keyboard/use-key.ts';
import type { Position } from './detail/detail-stepper.tsx';
import { ProblemDetail } from './detail/problem-detail.tsx';
import { ResultPanel } from './detail/result-panel.tsx';
import { isProblemKey } from './execution-queries.ts';
import { ResultList } from './list/result-list.tsx';
import { NothingListed } from './list/nothing-listed.tsx';
import { useListedEntries } from './use-listed-entries.ts';
import { countListed, useResultRows } from './use-result-rows.ts';

const HELD_MS = 150;

/** The results of a tab on the left, the open one on the right. */
export function ResultBrowser({ summary, tab }: { summary: ExecutionSummary; tab: ResultTab }) {
  const { result, attempt, search } = useSearch({ from: '/frame/executions/$executionId' });
  const listed = useResultRows(summary, { tab, search });
  const { query, seen, patterns } = listed;
  const shown = useListedEntries(summary, listed, { tab, search, result });
  const { keys, openKey } = shown;
  const detail = useRef<HTMLDivElement>(null);
  // A key that is held down passes over results without asking for each.
  const [shownKey] = useDebouncedValue(openKey, HELD_MS, { leading: true });
  const position = usePosition(listed, shown, { tab, search });

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
  return (
    <>
      <div className="md">
        <ResultList
          executionId={summary.execution.id}
          listed={listed}
          shown={shown}
          total={summary.counts[tab]}
          tab={tab}
        />
        <div ref={detail} className="detail-place">
          {shownKey !== undefined && isProblemKey(shownKey) && (
            <ProblemDetail summary={seen} problemKey={shownKey} position={position} />
          )}
          {shownKey !== undefined && !isProblemKey(shownKey) && (
            <ResultPanel
              key={shownKey}
              execution={summary.execution}
              resultId={shownKey}
              attempt={result === undefined ? undefined : attempt}
              patterns={patterns}
              position={position}
            />
          )}
        </div>
      </div>
      {keys.length > 0 && (
        <NarrowStepper position={position} detail={detail} last={keys.length - 1} />
      )}
    </>
  );
}

/** The place of the open result in the list, and the way to its neighbours, by keys too. */
function usePosition(
  { query, seen }: ReturnType<typeof useResultRows>,
  { keys, openKey }: ReturnType<typeof useListedEntries>,
  { tab, search }: { tab: ResultTab; search: string | undefined },
): Position {
  const navigate = useNavigate({ from: '/executions/$executionId' });
  const place = openKey === undefined ? -1 : keys.indexOf(openKey);
  const total = query.hasNextPage
    ? Math.max(keys.length, search === undefined ? countListed(seen, tab) : 0)
    : keys.length;
  const go = (step: 1 | -1) => {
    const next = keys[place + step];
    if (next === undefined) return;
    void navigate({
      search: (before) => ({ ...before, result: next, attempt: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  useKey({ key: 'j' }, () => go(1));
  useKey({ key: 'k' }, () => go(-1));
  return { place, total, onStep: go };
}

interface NarrowStepperProps {
  position: Position;
  /** Scrolled to with each step. */
  detail: RefObject<HTMLElement | null>;
  /** The place of the last result that was loaded. */
  last: number;
}

/** The way to the neighbours of the open result, below it on a phone. */
function NarrowStepper({ position, detail, last }: NarrowStepperProps) {
  const { place, total } = position;
  const go = (step: 1 | -1) => {
    position.onStep(step);
    detail.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="result-steps only-narrow" role="group" aria-label="Results">
      <button className="btn" type="button" disabled={place <= 0} onClick={() => go(-1)}>
        <IconChevronLeft size={16} stroke={1.5} aria-hidden /> Previous
      </button>
      <span className="tnum mid">
        {place === -1 ? '–' : formatNumber(place + 1)} of {formatNumber(total)}
      </span>
      <button className="btn" type="button" disabled={place >= last} onClick={() => go(1)}>
        Next <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </button>
    </div>
  );
}
