import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { useMinute } from '../../../components/text/time.tsx';
import { analysisOptions } from '../../../components/verdicts/analysis-query.ts';
import { useKey } from '../../../keyboard/use-key.ts';
import { trpc } from '../../../server/trpc.ts';
import { isSettling } from './can-be-judged.ts';
import { useAnalyze, useIsAnalyzing } from './execution-analysis.ts';
import { VerdictCard } from './verdict-card.tsx';

// A test has several results where several parts ran it.
const MOST_RESULTS_OF_TEST = 100;

interface VerdictSectionProps {
  execution: Execution;
  /** The result whose verdict is asked for by itself if the analysis has more verdicts than its answer. */
  result?: { id: string; testId: string };
  /** The verdict on the open failure, if the analysis has one. */
  verdictOf: (analysis: Analysis) => FailureVerdict | undefined;
}

/** The verdict on a failure, or why there is none yet. The key `v` moves to it. */
export function VerdictSection({ execution, result, verdictOf }: VerdictSectionProps) {
  const section = useRef<HTMLElement>(null);
  useKey({ key: 'v' }, () => {
    section.current?.scrollIntoView({ block: 'start' });
    section.current?.focus({ preventScroll: true });
  });
  const analysis = useQuery(analysisOptions(execution.id));
  return (
    <section className="verdict-section" ref={section} tabIndex={-1} aria-label="Verdict">
      <Loaded query={analysis} what="The verdict" skeleton={<SkeletonRows rows={3} height={64} />}>
        {(found) => {
          if (found === null) return <NoVerdict execution={execution} />;
          const verdict = verdictOf(found);
          if (verdict !== undefined) return <VerdictCard analysis={found} verdict={verdict} />;
          return found.failureCount > found.failures.length && result !== undefined ? (
            <FurtherVerdict execution={execution} analysis={found} result={result} />
          ) : (
            <NoVerdict execution={execution} />
          );
        }}
      </Loaded>
    </section>
  );
}

/** A verdict that is not among the first 1,000. */
function FurtherVerdict({
  execution,
  analysis,
  result: { id, testId },
}: {
  execution: Execution;
  analysis: Analysis;
  result: { id: string; testId: string };
}) {
  const page = useQuery(
    trpc.analyses.failures.queryOptions({ id: analysis.id, testId, limit: MOST_RESULTS_OF_TEST }),
  );
  return (
    <Loaded query={page} what="The verdict" skeleton={<SkeletonRows rows={3} height={64} />}>
      {({ items }) => {
        const verdict = items.find(({ resultId }) => resultId === id);
        return verdict === undefined ? (
          <NoVerdict execution={execution} />
        ) : (
          <VerdictCard analysis={analysis} verdict={verdict} />
        );
      }}
    </Loaded>
  );
}

function NoVerdict({ execution }: { execution: Execution }) {
  const analyze = useAnalyze(execution.id);
  const isAnalyzing = useIsAnalyzing(execution.id);
  const now = useMinute();
  if (isAnalyzing) return <SkeletonRows rows={3} height={64} />;
  if (execution.resultsExpiredAt !== null) {
    return <p className="sub">There is no verdict: the results of the execution have expired.</p>;
  }
  return (
    <>
      <div className="row wrap no-verdict">
        <p className="mid">
          <b className="strong">No verdict yet.</b>{' '}
          {isSettling(execution, now.getTime())
            ? 'Failures are analysed when the execution settles.'
            : 'This failure has not been analysed.'}
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
