import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { buildSummaryQuery } from '../execution-queries.ts';

/** Where the server has Playwright's trace viewer, or null. */
export function useTraceViewer(): string | null {
  const { executionId } = useParams({ from: '/frame/executions/$executionId' });
  const { data } = useQuery({
    ...buildSummaryQuery(executionId),
    select: ({ traceViewerUrl }) => traceViewerUrl,
  });
  return data ?? null;
}
