import type { Source } from '@svc/contract/filters';
import type { Execution } from './executions.ts';

/** The common parameters of every question: the window in milliseconds, and filters. */
export interface Asked {
  from: number;
  to: number;
  project?: string | undefined;
  branch?: string | undefined;
  framework?: string | undefined;
  environment?: string | undefined;
  /** Undefined: all. */
  source?: Source | undefined;
}

/** Whether an execution is in the window and matches every given filter. */
export function isAskedFor(asked: Asked) {
  return (execution: Execution): boolean =>
    execution.startedAt >= asked.from &&
    execution.startedAt < asked.to &&
    isNamed(asked.project, execution.project) &&
    isNamed(asked.branch, execution.branch) &&
    isNamed(asked.framework, execution.framework) &&
    isNamed(asked.environment, execution.environment['name']) &&
    (asked.source === undefined ||
      asked.source === 'all' ||
      execution.isFromCi === (asked.source === 'ci'));
}

function isNamed(wanted: string | undefined, name: string | null | undefined): boolean {
  return wanted === undefined || wanted === name;
}

/**
 * The requested source; by default `ci` if the project, or without a project anything, has an execution from CI in
 * the window.
 */
export function sourceOf(executions: readonly Execution[], asked: Asked): Source {
  const { from, to, project } = asked;
  const ofProject = executions.filter(isAskedFor({ from, to, project }));
  return asked.source ?? (ofProject.some((one) => one.isFromCi) ? 'ci' : 'all');
}
