import type { Execution } from './executions.ts';

/** What every question is asked with: the window in milliseconds, and filters. */
export interface Asked {
  from: number;
  to: number;
  project?: string | undefined;
  branch?: string | undefined;
  framework?: string | undefined;
  environment?: string | undefined;
}

/** True for an execution in the window that every given filter names. */
export function isAskedFor(asked: Asked) {
  return (execution: Execution): boolean =>
    execution.startedAt >= asked.from &&
    execution.startedAt < asked.to &&
    isNamed(asked.project, execution.project) &&
    isNamed(asked.branch, execution.branch) &&
    isNamed(asked.framework, execution.framework) &&
    isNamed(asked.environment, execution.environment['name']);
}

function isNamed(wanted: string | undefined, name: string | null | undefined): boolean {
  return wanted === undefined || wanted === name;
}
