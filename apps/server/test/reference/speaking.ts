import type { Execution } from './executions.ts';

/**
 * Whether an execution speaks for its branch: finished, not partial, of a clean tree, and from CI; or local, if none
 * of `executions` (those of the window) is from CI in its project.
 */
export function speaks(execution: Execution, executions: readonly Execution[]): boolean {
  const { project, status, isPartial, isDirty, isFromCi } = execution;
  if (status === 'running' || isPartial || isDirty) return false;
  return isFromCi || !executions.some((one) => one.project === project && one.isFromCi);
}
