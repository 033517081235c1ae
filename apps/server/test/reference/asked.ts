import type { Source, UsedSource } from '@svc/contract/filters';
import type { Execution } from './attempts.ts';

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
  /** With the source `ci`: the projects whose local executions count. */
  withoutCi?: readonly string[] | undefined;
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
      execution.isFromCi === (asked.source === 'ci') ||
      (asked.source === 'ci' && asked.withoutCi?.includes(execution.project) === true));
}

function isNamed(wanted: string | undefined, name: string | null | undefined): boolean {
  return wanted === undefined || wanted === name;
}

/** Which executions count, and what the answer says about it. */
interface Counted {
  filter: Pick<Asked, 'source' | 'withoutCi'>;
  answer: UsedSource;
}

/** The requested source; by default, of each project the executions from CI, or the local ones before it has any. */
export function countedOf(executions: readonly Execution[], asked: Asked): Counted {
  const { source, from, to, project } = asked;
  if (source !== undefined) return { filter: { source }, answer: { source, localProjects: [] } };
  const projects = Map.groupBy(
    executions.filter((one) => isNamed(project, one.project)),
    (one) => one.project,
  );
  const withoutCi = [...projects]
    .filter(([, ofProject]) => !ofProject.some((one) => one.isFromCi))
    .map(([name]) => name);
  const ran = executions.filter(isAskedFor({ from, to })).map((one) => one.project);
  const used = withoutCi.length === projects.size ? 'all' : 'ci';
  return {
    filter: { source: used, withoutCi },
    answer: {
      source: used,
      localProjects: withoutCi.filter((name) => ran.includes(name)).toSorted(),
    },
  };
}
