import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import { Link } from '@tanstack/react-router';
import { IntervalBar } from '../../components/figures/interval-bar.tsx';
import { QuarantineCell } from '../../components/quarantine/quarantine-cell.tsx';
import { QuarantineChip } from '../../components/quarantine/quarantine-chip.tsx';
import { StateChip } from '../../components/status/class-chip.tsx';
import { OutcomeStrip } from '../../components/status/outcome-strip.tsx';
import { STATUS_WORDS, StatusGlyph } from '../../components/status/status-glyph.tsx';
import { TestName, TestPlace } from '../../components/tests/test-name.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatCost } from '../../format/duration.ts';
import { shortenCommit, shortenTestTitle } from '../../format/identity.ts';
import { formatRate } from '../../format/rate.ts';
import type { FilterSearch } from '../../search/page-search.ts';

interface FlakyRowProps {
  test: FlakyTest;
  /** The active entry of the quarantine for it. */
  entry: QuarantineEntry | undefined;
  /** Whether the viewer may quarantine it, so that the table has a column for the button. */
  mayQuarantine: boolean;
  axisEnd: number;
  withProject: boolean;
  withScore: boolean;
  /** The filters that the test's own page takes over. */
  filters: FilterSearch;
}

/** One flaky test in the list. */
export function FlakyRow(props: FlakyRowProps) {
  const { test, entry, mayQuarantine, axisEnd, withProject, withScore, filters } = props;
  const { testId, titlePath, flakinessRate, confidence, flakyRuns, runs, recent } = test;
  return (
    <tr className="go">
      <td className="full name">
        <Link
          to="/tests/$testId"
          params={{ testId }}
          search={filters}
          className="ttl clip own-line row-link"
          data-row
        >
          <TestName titlePath={titlePath} />
        </Link>
        <TestPlace {...test} project={withProject ? test.project : undefined} />
      </td>
      <td className="m3">
        <TestState test={test} entry={entry} />
      </td>
      <td className="n strong m4 r">{formatRate(flakinessRate)}</td>
      <td className="full m5">
        <IntervalBar rate={flakinessRate} interval={confidence} axisEnd={axisEnd} />
      </td>
      {withScore && (
        <td className="n m6" data-l="score">
          {formatRate(test.score)}
        </td>
      )}
      <td className="n m6" data-l="flaky runs">
        <span className="nowrap">
          {formatNumber(flakyRuns)}
          <span className="dim"> of {formatNumber(runs)}</span>
        </span>
      </td>
      <td className="m6 r strip-cell">
        <OutcomeStrip outcomes={recent} label="Last runs" height={18} barWidth={5} />
      </td>
      <td className="n m6 nowrap" data-l="a week">
        {formatCost(test.impact)}
      </td>
      <td className="n dim r m6 nowrap">
        <TimeAgo at={test.lastFlakyAt} />
      </td>
      {mayQuarantine && (
        <QuarantineCell
          isNeeded={entry === undefined}
          name={`Quarantine failures of ${shortenTestTitle(titlePath)}`}
          test={test}
          atHand={null}
        />
      )}
    </tr>
  );
}

function TestState({ test, entry }: Pick<FlakyRowProps, 'test' | 'entry'>) {
  const { since, state } = test;
  const newest = test.recent.at(-1);
  return (
    <>
      <span className="row newest-state">
        {newest !== undefined && (
          <StatusGlyph status={newest} size={14} label={`Newest run ${STATUS_WORDS[newest]}`} />
        )}
        <StateChip state={state} />
        {entry !== undefined && <QuarantineChip entry={entry} />}
      </span>
      {since !== null && (
        <div className="sub nowrap">
          since{' '}
          {since.firstBad.commit === null ? (
            <TimeAgo at={since.firstBad.at} />
          ) : (
            <span className="mono">{shortenCommit(since.firstBad.commit)}</span>
          )}
        </div>
      )}
    </>
  );
}
