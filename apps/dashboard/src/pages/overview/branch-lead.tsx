import type { Branch, BranchOutcome } from '@svc/contract/executions/branches';
import { Link } from '@tanstack/react-router';
import { LeadSentence } from '../../components/layout/lead-sentence.tsx';
import { OutcomeStrip, type StripOutcome } from '../../components/status/outcome-strip.tsx';
import { useMinute } from '../../components/text/time.tsx';
import { shortenCommit } from '../../format/identity.ts';
import { describeBranch, formatSuite, type BranchSentence } from './branch-sentence.ts';
import { isUnjudged } from './unjudged-branch.ts';

const SLOTS = 30;

/** How the default branch is doing, and the way to its failures. */
export function BranchLead({ state }: { state: Branch }) {
  const now = useMinute();
  const { execution, recent, branch } = state;
  const { status, title, result, firstBad, lastGood } = describeBranch(state, now);
  const suite = formatSuite(state);
  const link = { params: { executionId: execution.id }, search: { project: execution.project } };
  return (
    <LeadSentence
      status={status}
      title={title}
      aside={
        recent.length > 0 && (
          <>
            <OutcomeStrip
              outcomes={recent.map(stripOutcome)}
              slots={SLOTS}
              height={18}
              barWidth={6}
              label={`Last ${recent.length} executions of ${suite === null ? '' : 'this suite on '}${branch ?? 'the project'}`}
            />
            <div className="sub">
              last {recent.length}{' '}
              {suite === null ? `on ${branch ?? 'this project'}` : 'of this suite'}
            </div>
          </>
        )
      }
      action={
        <Link className="btn primary" to="/executions/$executionId" {...link}>
          {status === 'failed' ? 'Open failures' : 'Open execution'}
        </Link>
      }
    >
      {result} in{' '}
      <Link className="link" to="/executions/$executionId" {...link}>
        #{execution.number}
      </Link>
      {suite !== null && (
        <>
          {' '}
          of <bdi>{suite}</bdi>
        </>
      )}
      .{execution.status === 'running' && ' It is still running.'}
      {isUnjudged(state) &&
        ' It does not show how the branch is doing: that takes a complete execution without uncommitted changes.'}
      <Streak firstBad={firstBad} lastGood={lastGood} />
    </LeadSentence>
  );
}

/** Between which commits the branch broke. */
function Streak({ firstBad, lastGood }: Pick<BranchSentence, 'firstBad' | 'lastGood'>) {
  if (firstBad?.commit == null) return null;
  return (
    <>
      {' '}
      {lastGood === null ? 'Earliest known bad' : 'First bad'} commit <RunLink run={firstBad} />
      {lastGood?.commit != null && (
        <>
          ; <RunLink run={lastGood} /> was the last good one
        </>
      )}
      .
    </>
  );
}

function RunLink({ run }: { run: BranchOutcome }) {
  return (
    <Link
      className="mono"
      to="/executions/$executionId"
      params={{ executionId: run.executionId }}
      title={`#${run.number}`}
    >
      {shortenCommit(run.commit ?? '')}
    </Link>
  );
}

/** An execution in a strip: one that passed with flaky results is shown as flaky. */
export function stripOutcome({ status, flaky }: BranchOutcome): StripOutcome {
  return status === 'passed' && flaky > 0 ? 'flaky' : status;
}
