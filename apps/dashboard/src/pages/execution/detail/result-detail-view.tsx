import type { ResultDetail, ResultRowPage } from '@svc/contract/executions/execution-view';
import type { Execution } from '@svc/contract/executions/executions';
import { Suspense } from 'react';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { ArtifactSection } from '../artifacts/artifact-section.tsx';
import { FailureSection } from '../errors/failure-section.tsx';
import { GateNote } from '../gate/gate-note.tsx';
import { VerdictSection } from '../verdict/verdict-section.tsx';
import type { Position } from './detail-stepper.tsx';
import { AttemptTabs } from './attempt-tabs.tsx';
import { ResultTitle } from './result-title.tsx';
import { lazyPart } from '../../../server/load-code.ts';

const StepTree = lazyPart(() => import('../steps/step-tree.tsx'), 'StepTree');
const OutputSection = lazyPart(() => import('../texts/output-section.tsx'), 'OutputSection');

interface ResultDetailViewProps {
  execution: Execution;
  detail: ResultDetail;
  /** Whether another attempt was asked for and is not here yet. */
  isStale: boolean;
  patterns: ResultRowPage['patterns'];
  position: Position;
}

/** One result: what it is, its history, and one attempt with everything in it. */
export function ResultDetailView(props: ResultDetailViewProps) {
  const { execution, detail, isStale, patterns, position } = props;
  const { attempt, attempts } = detail;
  return (
    <>
      <ResultTitle execution={execution} detail={detail} position={position} />
      <section className="attempt" style={isStale ? { opacity: 0.6 } : undefined}>
        {attempts.length > 1 && <AttemptTabs detail={detail} />}
        <FailureSection execution={execution} detail={detail} patterns={patterns} />
      </section>
      <GateNote executionId={execution.id} detail={detail} />
      {isFailure(detail.status) && (
        <VerdictSection
          key={detail.id}
          execution={execution}
          failure={{ kind: 'result', resultId: detail.id, testId: detail.testId }}
        />
      )}
      <ArtifactSection detail={detail} />
      {/* Their code is loaded while someone reads the error. */}
      <Suspense fallback={null}>
        {attempt.steps.length > 0 && (
          <StepTree
            key={attempt.index}
            steps={attempt.steps}
            attempt={attempts.length > 1 ? attempt.index : null}
          />
        )}
        <OutputSection
          key={`output ${attempt.index}`}
          executionId={execution.id}
          file={detail.file}
          variant={detail.variant}
          stdout={attempt.stdout}
          stderr={attempt.stderr}
          attempt={attempts.length > 1 ? attempt.index : null}
        />
      </Suspense>
    </>
  );
}
