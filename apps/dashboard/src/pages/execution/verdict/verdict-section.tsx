import { MOST_FAILURES } from '@svc/analysis/classify/limits';
import type { Execution } from '@svc/contract/executions/executions';
import { useRef } from 'react';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { useMinute } from '../../../components/text/time.tsx';
import { formatNumber } from '../../../format/count.ts';
import { useKey } from '../../../keyboard/use-key.ts';
import { isSettling } from './can-be-judged.ts';
import { useAnalyze, useIsAnalyzing } from './execution-analysis.ts';
import type { OpenFailure } from './open-failure.ts';
import { useFailureVerdict } from './use-failure-verdict.ts';
import { VERDICT_ID } from './verdict-chip.tsx';
import { VerdictCard } from './card/verdict-card.tsx';

/** The verdict on a failure, or why there is none yet. The key `v` moves to it. */
export function VerdictSection({
  execution,
  failure,
}: {
  execution: Execution;
  failure: OpenFailure;
}) {
  const section = useRef<HTMLElement>(null);
  useKey({ key: 'v' }, () => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  });
  const { analysis, further, verdict } = useFailureVerdict(execution.id, failure);
  const skeleton = <SkeletonRows rows={3} height={64} />;
  return (
    <section
      className="verdict-section"
      id={VERDICT_ID}
      ref={section}
      tabIndex={-1}
      aria-label="Verdict"
    >
      <Loaded query={analysis} what="The verdict" skeleton={skeleton}>
        {(found) => {
          if (found !== null && verdict !== undefined) {
            return <VerdictCard analysis={found} verdict={verdict} />;
          }
          const isLeftOut = (found?.failureCount ?? 0) >= MOST_FAILURES;
          const none = <NoVerdict execution={execution} isLeftOut={isLeftOut} />;
          if (further === null) return none;
          return (
            <Loaded query={further} what="The verdict" skeleton={skeleton}>
              {() => none}
            </Loaded>
          );
        }}
      </Loaded>
    </section>
  );
}

function NoVerdict({ execution, isLeftOut }: { execution: Execution; isLeftOut: boolean }) {
  const analyze = useAnalyze(execution.id);
  const isAnalyzing = useIsAnalyzing(execution.id);
  const now = useMinute();
  if (isAnalyzing) return <SkeletonRows rows={3} height={64} />;
  if (execution.resultsExpiredAt !== null) {
    return <p className="sub">There is no verdict: the results of the execution have expired.</p>;
  }
  if (isLeftOut) {
    return (
      <p className="sub">
        There is no verdict: svc judges {formatNumber(MOST_FAILURES)} failed tests of an execution.
      </p>
    );
  }
  return (
    <>
      <div className="row wrap no-verdict">
        <p className="mid">
          <b className="strong">No verdict yet.</b>{' '}
          {isSettling(execution, now.getTime())
            ? 'Failures are analysed soon after the execution ends.'
            : 'No analysis has a verdict on this failure.'}
        </p>
        <button
          className="btn sm push"
          type="button"
          onClick={() => analyze.mutate({ executionId: execution.id })}
        >
          Analyse now
        </button>
      </div>
      {analyze.isSuccess && (
        <p className="sub" role="status">
          The analysis has no verdict on this failure.
        </p>
      )}
      {analyze.isError && (
        <Problem error={analyze.error} title="The execution could not be analysed." />
      )}
    </>
  );
}
