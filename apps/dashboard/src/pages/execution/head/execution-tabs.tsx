import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';
import { FormulaLabel } from '../../../components/figures/formula-label.tsx';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatNumber } from '../../../format/count.ts';
import { formatRate } from '../../../format/rate.ts';
import { formatFailedCount, countOutside, computePassRate } from './outside-counts.ts';
import type { ExecutionSearch } from '../../../search/page-search.ts';

type ExecutionTab = NonNullable<ExecutionSearch['tab']>;
type CountedTab = Exclude<ExecutionTab, 'gate'>;

const TABS: { tab: CountedTab; label: string; glyph: GlyphStatus | null }[] = [
  { tab: 'failed', label: 'Failed', glyph: 'failed' },
  { tab: 'flaky', label: 'Flaky', glyph: 'flaky' },
  { tab: 'interrupted', label: 'Interrupted', glyph: 'interrupted' },
  { tab: 'skipped', label: 'Skipped', glyph: 'skipped' },
  { tab: 'passed', label: 'Passed', glyph: 'passed' },
  { tab: 'all', label: 'All', glyph: null },
  { tab: 'artifacts', label: 'Artifacts', glyph: null },
];

/** The results by how they ended, with their counts. */
export function ExecutionTabs({ summary, tab }: { summary: ExecutionSummary; tab: ExecutionTab }) {
  const { counts } = summary;
  const outside = countOutside(summary);
  const shown = TABS.filter(
    (one) => one.tab !== 'interrupted' || counts.interrupted > 0 || tab === 'interrupted',
  );
  const isEmpty = (one: CountedTab) =>
    counts[one] === 0 && (one !== 'failed' || outside.files + outside.errors === 0);
  const nav = useTabInView(tab);
  return (
    <nav className="tabs execution-tabs" aria-label="Results by status" ref={nav}>
      {shown.map(({ tab: one, label, glyph }) => (
        <Link
          key={one}
          from="/executions/$executionId"
          to="."
          search={({ project }) => ({ project, tab: one })}
          replace
          resetScroll={false}
          data-tab={one}
          aria-current={one === tab || undefined}
          className={isEmpty(one) ? 'none' : undefined}
          activeProps={NO_PROPS}
        >
          {glyph !== null && <StatusGlyph status={glyph} size={14} label={null} />}
          {label}{' '}
          <span className="count">
            {one === 'failed' ? formatFailedCount(summary) : formatNumber(counts[one])}
          </span>
        </Link>
      ))}
      <Link
        from="/executions/$executionId"
        to="."
        search={({ project }) => ({ project, tab: 'gate' })}
        replace
        resetScroll={false}
        data-tab="gate"
        aria-current={tab === 'gate' || undefined}
        activeProps={NO_PROPS}
      >
        Gate
      </Link>
      <span className="push only-wide row">
        <PassRate summary={summary} />
      </span>
    </nav>
  );
}

/** In a narrow window, the last tabs are outside the visible part: scrolls the open one into it. */
function useTabInView(tab: ExecutionTab): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>(`[data-tab=${tab}]`);
    if (nav.current === null || current == null) return;
    const end = current.offsetLeft + current.offsetWidth - nav.current.offsetLeft;
    if (end > nav.current.clientWidth) nav.current.scrollLeft = end - nav.current.clientWidth;
  }, [tab]);
  return nav;
}

function PassRate({ summary }: { summary: ExecutionSummary }) {
  const answer = computePassRate(summary);
  const caveat = 'Failed includes timed out. Skipped and interrupted results are not counted.';
  return (
    <FormulaLabel
      name="Pass rate"
      definition="read/definitions#rates-and-durations"
      formula="passed / (passed + failed)"
      caveat={'missing' in answer ? `${answer.missing} ${caveat}` : caveat}
      alignRight
    >
      {'missing' in answer ? 'No pass rate' : `${formatRate(answer.rate)} of results passed`}
    </FormulaLabel>
  );
}

// A link to the page itself is always active; the open tab is marked instead.
const NO_PROPS = {};
