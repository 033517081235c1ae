import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Execution } from '@svc/contract/executions/executions';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Problem } from '../../../components/states/problem.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { analysisOptions } from '../../../components/verdicts/analysis-query.ts';
import { useKey } from '../../../keyboard/use-key.ts';
import { isSettling } from './can-be-judged.ts';
import { useAnalyze, useIsAnalyzing } from './execution-analysis.ts';
import { VerdictCard } from './verdict-card.tsx';

interface VerdictSectionProps {
  execution: Execution;
  /** The verdict on the open failure, if the analysis has one. */
  verdictOf: (analysis: Analysis) => FailureVerdict | undefined;
}

/** The verdict on a failure, or why there is none yet. The key `v` moves to it. */
export function VerdictSection({ execution, verdictOf }: VerdictSectionProps) {
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
          const verdict = found === null ? undefined : verdictOf(found);
          return found === null || verdict === undefined ? (
            <NoVerdict execution={execution} />
          ) : (
            // A correction of one failure says nothing about the next one.
            <VerdictCard
              key={`${verdict.resultId} ${verdict.fingerprint}`}
              analysis={found}
              verdict={verdict}
            />
          );
        }}
      </Loaded>
    </section>
  );
}

function NoVerdict({ execution }: { execution: Execution }) {
  const analyze = useAnalyze(execution.id);
  const isAnalyzing = useIsAnalyzing(execution.id);
  if (isAnalyzing) return <SkeletonRows rows={3} height={64} />;
  if (execution.resultsExpiredAt !== null) {
    return <p className="sub">There is no verdict: the results of the execution have expired.</p>;
  }
  return (
    <>
      <div className="row wrap no-verdict">
        <p className="mid">
          <b className="strong">No verdict yet.</b>{' '}
          {isSettling(execution, Date.now())
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
