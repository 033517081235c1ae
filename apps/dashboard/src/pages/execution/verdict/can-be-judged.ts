import type { ExecutionSummary } from '@svc/contract/executions/execution-view';

// An analysis waits for the execution to settle and for its turn.
const SETTLES_WITHIN_MS = 10 * 60 * 1_000;

/** Whether something failed in the execution that can be judged. */
export function canBeJudged({
  counts,
  errors,
  brokenFiles,
}: Pick<ExecutionSummary, 'counts' | 'errors' | 'brokenFiles'>): boolean {
  return counts.failed > 0 || errors.length > 0 || brokenFiles.items.length > 0;
}

/** Whether the server will analyse the execution by itself: it runs, or ended within the last 10 minutes. */
export function isSettling(
  { status, finishedAt }: Pick<ExecutionSummary['execution'], 'status' | 'finishedAt'>,
  now: number,
): boolean {
  if (status === 'running') return true;
  return finishedAt !== null && now - Date.parse(finishedAt) < SETTLES_WITHIN_MS;
}
