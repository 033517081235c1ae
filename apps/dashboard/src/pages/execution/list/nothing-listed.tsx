import type { ExecutionSummary, ResultTab } from '@svc/contract/executions/execution-view';
import { useEffect, useEffectEvent } from 'react';
import { Empty } from '../../../components/states/empty.tsx';
import { StatusGlyph, type GlyphStatus } from '../../../components/status/status-glyph.tsx';
import { formatNumber } from '../../../format/count.ts';
import { formatDate } from '../../../format/time.ts';

interface NothingListedProps {
  summary: ExecutionSummary;
  tab: ResultTab;
  /** How many results have arrived since. */
  newCount: number;
  onNew: () => void;
}

/**
 * Replaces an empty list: nothing failed, nothing has arrived yet, or the results have expired. Nothing can move under
 * its reader, so the first results replace it by themselves.
 */
export function NothingListed({ summary, tab, newCount, onNew }: NothingListedProps) {
  const showNew = useEffectEvent(onNew);
  useEffect(() => {
    if (newCount > 0) showNew();
  }, [newCount]);
  const { execution, counts } = summary;
  const { status, resultsExpiredAt, shards } = execution;
  if (resultsExpiredAt !== null) {
    return (
      <Blank glyph="notRun" title="Its results have expired">
        They were deleted on {formatDate(new Date(resultsExpiredAt))}, when the time they are kept
        was over. Its counts remain.
      </Blank>
    );
  }
  if (status === 'running') {
    return (
      <Blank glyph="running" title={tab === 'failed' ? 'Nothing failed so far' : 'Nothing yet'}>
        {shards.received} of {shards.expected} parts have reported. This page updates by itself.
      </Blank>
    );
  }
  if (counts.all === 0) {
    return (
      <Blank glyph="notRun" title="No test ran">
        {shards.carried > 0
          ? 'All its results are carried over from the previous attempt.'
          : 'The framework reported this execution without a single result.'}
      </Blank>
    );
  }
  if (tab === 'failed' && status === 'failed') {
    return (
      <Blank glyph="failed" title="No test failed, but the run did">
        The framework ended the run as failed and reported no error. Its output and its exit code
        may say why, such as a coverage threshold that was missed.
      </Blank>
    );
  }
  if (tab === 'failed') {
    return (
      <Blank glyph={pickNoFailureGlyph(summary)} title="Nothing failed">
        {withoutFailure(counts)}
      </Blank>
    );
  }
  return <Blank glyph="notRun" title={`No ${tab} test`} />;
}

/** Only an execution in which a test passed may show the sign of a pass. */
function pickNoFailureGlyph({ execution: { status }, counts }: ExecutionSummary): GlyphStatus {
  if (status === 'interrupted') return 'interrupted';
  return counts.passed > 0 ? 'passed' : 'skipped';
}

function withoutFailure({ passed, skipped, all }: ExecutionSummary['counts']): string {
  if (skipped === all) return 'No test ran: all of them were skipped.';
  if (passed === 0) return 'No test finished.';
  return passed === 1
    ? 'One test finished, and it passed.'
    : `All ${formatNumber(passed)} tests that finished passed.`;
}

function Blank({
  glyph,
  title,
  children,
}: {
  glyph: GlyphStatus;
  title: string;
  children?: React.ReactNode;
}) {
  return (
    <div className="panel">
      <Empty glyph={<StatusGlyph status={glyph} size={26} label={null} />} title={title}>
        {children}
      </Empty>
    </div>
  );
}
