import type { Outcome } from '@svc/contract/executions/outcomes';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { STATUS_WORDS, StatusGlyph } from '../../../components/status/status-glyph.tsx';
import { formatDuration } from '../../../format/duration.ts';
import { shortenCommit } from '../../../format/identity.ts';
import { formatDay } from '../../../format/time.ts';
import type { RunOfTest } from './test-runs.ts';

const LETTERS: Record<Outcome, string> = {
  passed: 'p',
  failed: 'f',
  timedOut: 't',
  flaky: 'F',
  skipped: 's',
  interrupted: 'i',
};

interface OutcomeCellsProps {
  /** Oldest first. */
  runs: readonly RunOfTest[];
  /** The first run after the change, before which the bar stands. */
  changeAt: string | undefined;
}

/** The outcomes of a test as cells that lead to their executions; a bar marks where its behaviour changed. */
export function OutcomeCells({ runs, changeAt }: OutcomeCellsProps) {
  return (
    <div className="cells run-cells">
      {runs.map((run) => (
        <Fragment key={run.executionId}>
          {run.executionId === changeAt && (
            <span className="cp" role="img" aria-label="Here it changed" />
          )}
          <Link
            className={`cell ${LETTERS[run.outcome]}`}
            to="/executions/$executionId"
            params={{ executionId: run.executionId }}
            search={{ result: run.resultId }}
            aria-label={cellWords(run)}
            title={cellWords(run)}
            data-cell
          >
            <CellMark outcome={run.outcome} />
          </Link>
        </Fragment>
      ))}
    </div>
  );
}

/** What a cell means. */
export function CellLegend() {
  return (
    <span className="legend only-wide">
      {(['passed', 'flaky', 'failed', 'timedOut', 'skipped'] as const).map((outcome) => (
        <span key={outcome}>
          <span className={`cell small ${LETTERS[outcome]}`}>
            <CellMark outcome={outcome} />
          </span>
          {STATUS_WORDS[outcome]}
        </span>
      ))}
    </span>
  );
}

function CellMark({ outcome }: { outcome: Outcome }) {
  if (outcome === 'flaky') return <b aria-hidden="true">±</b>;
  if (outcome === 'skipped') return <b aria-hidden="true">–</b>;
  if (outcome === 'interrupted') return <b aria-hidden="true">!</b>;
  if (outcome === 'failed') return <b aria-hidden="true">×</b>;
  return <StatusGlyph status={outcome} size={12} label={null} />;
}

function cellWords({
  outcome,
  executionNumber,
  commit,
  branch,
  at,
  durationMs,
}: RunOfTest): string {
  const where = [commit === null ? null : shortenCommit(commit), branch]
    .filter(Boolean)
    .join(' on ');
  const parts = [
    `#${executionNumber}`,
    where,
    formatDay(new Date(at)),
    STATUS_WORDS[outcome],
    formatDuration(durationMs),
  ];
  return parts.filter((part) => part !== '').join(', ');
}
