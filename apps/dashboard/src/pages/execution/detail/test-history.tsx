import type { Execution } from '@svc/contract/executions/executions';
import type { TestSummary } from '@svc/contract/history/tests';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OutcomeStrip } from '../../../components/status/outcome-strip.tsx';
import { TimeAgo } from '../../../components/text/time.tsx';
import { shortenCommit } from '../../../format/identity.ts';
import { buildHistoryQuery } from '../execution-queries.ts';
import { describeHistory, formatSince } from './history-sentence.ts';

const SHOWN = 50;
// As many as a phone has room for.
const SHOWN_NARROW = 38;

/** The last outcomes of the test on the execution's branch, and since when it fails. */
export function TestHistory({ execution, testId }: { execution: Execution; testId: string }) {
  const history = useQuery(buildHistoryQuery(execution, testId));
  if (history.isError) {
    return <p className="test-history sub">The history of the test could not be loaded.</p>;
  }
  if (history.data === undefined) return <div className="test-history" aria-busy="true" />;
  const [test] = history.data.items;
  const recent = test?.recent ?? [];
  if (recent.length === 0) {
    return (
      <p className="test-history sub">
        {history.data.source === 'ci'
          ? 'No run of it from CI is known yet.'
          : 'No other run of it is known yet.'}
      </p>
    );
  }
  return (
    <div className="test-history">
      <div className="only-wide">
        <Strip recent={recent} slots={SHOWN} executionId={execution.id} />
      </div>
      <div className="only-narrow">
        <Strip
          recent={recent.slice(-SHOWN_NARROW)}
          slots={SHOWN_NARROW}
          executionId={execution.id}
        />
      </div>
      <div className="sub">
        <b className="strong">{describeHistory(recent.map(({ outcome }) => outcome))}</b>
        <Since since={test?.since ?? null} branch={execution.git.branch} />
      </div>
    </div>
  );
}

function Strip({
  recent,
  slots,
  executionId,
}: {
  recent: TestSummary['recent'];
  slots: number;
  executionId: string;
}) {
  const marked = recent.findIndex((run) => run.executionId === executionId);
  return (
    <OutcomeStrip
      outcomes={recent.map(({ outcome }) => outcome)}
      label={`Last ${recent.length} runs`}
      height={20}
      barWidth={6}
      slots={Math.min(slots, recent.length)}
      {...(marked === -1 ? {} : { marked })}
    />
  );
}

function Since({ since, branch }: { since: TestSummary['since']; branch: string | undefined }) {
  if (since === null) return null;
  const { lastGood, firstBad, goodAgain, author, confidence } = since;
  return (
    <div>
      <bdi>{formatSince(since, branch)}</bdi> <CommitLink point={firstBad} />
      {author !== null && (
        <>
          {' by '}
          <bdi>{author}</bdi>
        </>
      )}
      , <TimeAgo at={firstBad.at} />
      {lastGood !== null && (
        <>
          {' · last good '}
          <CommitLink point={lastGood} />
        </>
      )}
      {goodAgain !== null && (
        <>
          {' · passes again since '}
          <CommitLink point={goodAgain} />
        </>
      )}
      {confidence === 'low' && ' · too few runs to be sure'}
    </div>
  );
}

function CommitLink({
  point: { executionId, commit },
}: {
  point: { executionId: string; commit: string | null };
}) {
  return (
    <Link className="mono link" to="/executions/$executionId" params={{ executionId }}>
      {commit === null ? 'execution' : shortenCommit(commit)}
    </Link>
  );
}
