import type { ResultRowPage } from '@svc/contract/executions/execution-view';
import type { Execution } from '@svc/contract/executions/executions';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty } from '../../../components/states/empty.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonRows } from '../../../components/states/skeleton.tsx';
import { isNotFound } from '../../../components/states/problem.tsx';
import { buildResultQuery } from '../execution-queries.ts';
import type { Position } from './detail-stepper.tsx';
import { ResultDetailView } from './result-detail-view.tsx';

interface ResultPanelProps {
  execution: Execution;
  resultId: string;
  /** From 1; undefined: the last one. */
  attempt: number | undefined;
  patterns: ResultRowPage['patterns'];
  position: Position;
}

/** The open result. Another attempt of it replaces the shown one only when it is there. */
export function ResultPanel({
  execution,
  resultId,
  attempt,
  patterns,
  position,
}: ResultPanelProps) {
  const result = useQuery({
    ...buildResultQuery(execution.id, resultId, attempt),
    placeholderData: keepPreviousData,
  });
  return (
    <article className="panel detail" aria-labelledby="result-title" aria-busy={result.isFetching}>
      {isNotFound(result.error) ? (
        <Empty title="There is no such result">
          It belongs to another execution, or its results have expired.
        </Empty>
      ) : (
        <Loaded query={result} what="The result" skeleton={<SkeletonRows rows={3} height={64} />}>
          {(detail) => (
            <ResultDetailView
              execution={execution}
              detail={detail}
              isStale={result.isPlaceholderData}
              patterns={patterns}
              position={position}
            />
          )}
        </Loaded>
      )}
    </article>
  );
}
