import type { Step } from '@svc/contract/executions/test-errors';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatNumber } from '../../../format/count.ts';
import { formatDuration } from '../../../format/duration.ts';
import { countSteps, buildStepRows, type StepRow } from './step-rows.ts';

const ROW_HEIGHT = 26;
const MOST_HEIGHT = 520;

interface StepTreeProps {
  steps: readonly Step[];
  attempt: number | null;
}

/** The steps of an attempt on a time axis. Only the visible ones are in the document. */
export function StepTree({ steps, attempt }: StepTreeProps) {
  const [toggled, toggle] = useToggled();
  const rows = useMemo(() => buildStepRows(steps, toggled), [steps, toggled]);
  const scroller = useRef<HTMLDivElement>(null);
  // Its functions are called while rendering only, and go to no memoized component.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const height = Math.min(rows.length * ROW_HEIGHT, MOST_HEIGHT);
  return (
    <section>
      <StepsTitle steps={steps} attempt={attempt} />
      <div
        className="step-scroll"
        ref={scroller}
        style={{ height }}
        // A scrolling block needs the focus to scroll by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Steps"
      >
        <ol className="steps" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <li
                  key={row.path}
                  className={row.isFailed ? 'bad' : undefined}
                  style={{ transform: `translateY(${start}px)`, height: ROW_HEIGHT }}
                >
                  <StepLine row={row} onToggle={() => toggle(row.path)} />
                </li>
              )
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** The paths of the steps that were opened or closed. */
function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const toggle = (path: string) => {
    const next = new Set(toggled);
    if (!next.delete(path)) next.add(path);
    setToggled(next);
  };
  return [toggled, toggle] as const;
}

function StepsTitle({ steps, attempt }: StepTreeProps) {
  const total = useMemo(() => countSteps(steps), [steps]);
  return (
    <h3>
      Steps{' '}
      <span className="count">
        {formatNumber(total)}
        {attempt !== null && ` · attempt ${attempt}`}
      </span>
    </h3>
  );
}

function StepLine({ row, onToggle }: { row: StepRow; onToggle: () => void }) {
  const { title, depth, durationMs, isFailed, hasSteps, isOpen, from, width } = row;
  const text = <bdi className="clip mono">{title.slice(0, 500)}</bdi>;
  return (
    <>
      <span>
        <StatusGlyph status={isFailed ? 'failed' : 'passed'} size={12} />
      </span>
      <span
        className="row step-title"
        style={{ paddingLeft: depth * 18 }}
        title={title.slice(0, 500)}
      >
        {hasSteps ? (
          <button className="step-toggle" type="button" aria-expanded={isOpen} onClick={onToggle}>
            {isOpen ? (
              <IconChevronDown size={12} stroke={1.5} aria-hidden />
            ) : (
              <IconChevronRight size={12} stroke={1.5} aria-hidden />
            )}
            {text}
          </button>
        ) : (
          text
        )}
      </span>
      <span className="tk" aria-hidden="true">
        <i style={{ left: `${from * 100}%`, width: `${Math.min(width, 1 - from) * 100}%` }} />
      </span>
      <span className="n tnum">{formatDuration(durationMs)}</span>
    </>
  );
}
