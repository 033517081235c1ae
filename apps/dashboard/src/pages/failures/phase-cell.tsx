import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FailureGroup } from '@svc/contract/history/failures';
import { Link } from '@tanstack/react-router';
import { QuarantineChip } from '../../components/quarantine/quarantine-chip.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { PhaseChip } from './phase-chip.tsx';

interface PhaseCellProps {
  failure: FailureGroup;
  entry: QuarantineEntry | undefined;
}

/** The phase of a cause, with the branches that alone have it, or with the execution by which it was over. */
export function PhaseCell({ failure, entry }: PhaseCellProps) {
  const { phase, onlyOn, gone, tests } = failure;
  const [first] = onlyOn;
  return (
    <>
      <span className="chips">
        <PhaseChip phase={phase} isSeenGone={gone !== null} />
        {entry !== undefined && <QuarantineChip entry={entry} otherTests={tests - 1} />}
      </span>
      {first !== undefined && (
        <div className="sub phase-facts" title={onlyOn.join(', ').slice(0, 1_000)}>
          <span>only on</span> <bdi className="clip">{first}</bdi>
          {onlyOn.length > 1 && <span> and {onlyOn.length - 1} more</span>}
        </div>
      )}
      {gone !== null && (
        <div className="sub phase-facts">
          <span>
            since <ExecutionLink id={gone.executionId} number={gone.number} />,
          </span>{' '}
          <TimeAgo at={gone.at} />
        </div>
      )}
      {phase === 'over' && gone === null && <div className="sub phase-facts">not run again</div>}
    </>
  );
}

/** The number of an execution, as a link inside a row that is a link itself. */
export function ExecutionLink({ id, number }: { id: string; number: number }) {
  return (
    <Link className="link above" to="/executions/$executionId" params={{ executionId: id }}>
      #{number}
    </Link>
  );
}
