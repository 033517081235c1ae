import type { Execution } from '@svc/contract/executions/executions';

/** What distinguishes a run from the first whole one of a clean tree in CI, all of whose files could run. */
export type RunMark = 'local' | 'partial' | 'dirty' | 're-run' | 'file error';

/** The facts that marks are made of. */
export interface MarkedRun {
  fromCi: boolean;
  /** Why not every test could run; empty when every test could. */
  partial: readonly string[];
  /** The work tree had uncommitted changes. */
  dirty: boolean;
}

export function listRunMarks({ fromCi, partial, dirty }: MarkedRun): RunMark[] {
  return [
    ...(fromCi ? [] : (['local'] as const)),
    ...(partial.length > 0 ? (['partial'] as const) : []),
    ...(dirty ? (['dirty'] as const) : []),
  ];
}

export function listExecutionMarks({
  attempt,
  ci,
  git,
  partial,
  hasFileErrors,
}: Pick<Execution, 'attempt' | 'ci' | 'git' | 'partial' | 'hasFileErrors'>): RunMark[] {
  const fromCi = ci.provider !== undefined || ci.runId !== undefined;
  const marks = listRunMarks({ fromCi, partial, dirty: git.dirty === true });
  return [
    ...marks,
    ...(attempt > 1 ? (['re-run'] as const) : []),
    ...(hasFileErrors ? (['file error'] as const) : []),
  ];
}

/** `local, partial, dirty`. */
export function formatRunMarks(marks: readonly RunMark[]): string {
  return marks.join(', ');
}
