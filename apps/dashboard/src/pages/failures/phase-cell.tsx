import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import type { FailureGroup } from '@svc/contract/history/failures';
import { isOnlyOn } from '@svc/contract/zod-free/only-on';
import { Link } from '@tanstack/react-router';
import { QuarantineChip } from '../../components/quarantine/quarantine-chip.tsx';
import { TimeAgo } from '../../components/text/time.tsx';
import { PhaseChip } from './phase-chip.tsx';

interface PhaseCellProps {
  failure: FailureGroup;
  entry: QuarantineEntry | undefined;
  /** Where the page shows all projects. */
  withProject: boolean;
}

/** The phase of a cause, with the branches that alone have it or still have it, or with the execution by which it was over. */
export function PhaseCell({ failure, entry, withProject }: PhaseCellProps) {
  const { phase, onlyOn, gone, tests, projects } = failure;
  const [first] = onlyOn;
  return (
    <>
      <span className="chips">
        <PhaseChip phase={phase} isSeenGone={gone !== null} />
        {entry !== undefined && <QuarantineChip entry={entry} otherTests={tests - 1} />}
      </span>
      {first !== undefined && (
        <div className="sub phase-facts" title={onlyOn.join(', ').slice(0, 1_000)}>
          <span>{isOnlyOn(failure) ? 'only on' : 'still on'}</span>{' '}
          <bdi className="clip">{first}</bdi>
          {onlyOn.length > 1 && (
            <>
              {' '}
              <span>and {onlyOn.length - 1} more</span>
            </>
          )}
        </div>
      )}
      {gone !== null && (
        <div className="sub phase-facts">
          <span>
            since{' '}
            <ExecutionLink
              id={gone.executionId}
              number={gone.number}
              project={withProject && projects > 1 ? gone.project : undefined}
            />
            ,
          </span>{' '}
          <TimeAgo at={gone.at} />
        </div>
      )}
      {phase === 'over' && gone === null && <div className="sub phase-facts">not run again</div>}
    </>
  );
}

/** The number of an execution, as a link inside a row that is a link itself, and its project if the row has several. */
export function ExecutionLink({
  id,
  number,
  project,
}: {
  id: string;
  number: number;
  project: string | undefined;
}) {
  return (
    <>
      <Link className="link above" to="/executions/$executionId" params={{ executionId: id }}>
        #{number}
      </Link>
      {project !== undefined && (
        <>
          {' '}
          of <bdi>{project}</bdi>
        </>
      )}
    </>
  );
}
