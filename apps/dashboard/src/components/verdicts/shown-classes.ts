import { queryClient } from '../../server/query-client.ts';
import { trpc } from '../../server/trpc.ts';

// Answers that have the class of an execution or of a failure, or that depend on it.
const SHOWING_CLASSES = [
  trpc.executions.list.pathKey(),
  trpc.failures.pathKey(),
  trpc.attention.pathKey(),
  trpc.overview.pathKey(),
  trpc.compare.pathKey(),
  trpc.tests.pathKey(),
  trpc.analyses.failures.pathKey(),
  trpc.analyses.list.pathKey(),
  trpc.gate.pathKey(),
];

/** Lists ask for their classes once more when they are shown next. */
export function invalidateShownClasses(): void {
  for (const queryKey of SHOWING_CLASSES) void queryClient.invalidateQueries({ queryKey });
}
