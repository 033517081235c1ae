import type { Result } from './results.ts';
import type { ExecutionStatus } from '@svc/contract/executions/ingest';
import type { Part } from './parts.ts';

/** An execution with all its unprocessed results. Times are milliseconds since 1970. */
export interface Execution {
  id: string;
  /** The number of executions that were created before it, in any project. */
  arrival: number;
  project: string;
  framework: string;
  /** The framework and the name, or the workflow of what has no name. */
  suite: string;
  reporter: string;
  status: ExecutionStatus;
  startedAt: number;
  endedAt: number;
  branch: string | null;
  commit: string | null;
  baseBranch: string | null;
  environment: Record<string, string>;
  isFromCi: boolean;
  isPartial: boolean;
  isDirty: boolean;
  wasCutOff: boolean;
  lacksShards: boolean;
  /** Equal for the attempts of one CI run; null outside CI. */
  ciRun: string | null;
  attempt: number;
  isMerged: boolean;
  parts: Part[];
  /** Parts of earlier attempts that passed there and did not run again. */
  carried: Part[];
  brokenFiles: { file: string; variant: string | null }[];
  /** In the order of receipt. */
  results: Result[];
}

/**
 * Links each execution to the attempt before in its CI run, and carries parts over once nothing more arrives. A place
 * says which part replaces which: shard, environment and leg, or without a shard the job. Parts in one place replace
 * each other.
 */
export function linkAttempts(executions: readonly Execution[]): Execution[] {
  const linked: Execution[] = [];
  for (const execution of executions.toSorted((a, b) => a.attempt - b.attempt)) {
    const earlier = linked.filter(
      (other) =>
        execution.ciRun !== null &&
        other.ciRun === execution.ciRun &&
        other.attempt < execution.attempt,
    );
    linked.push(afterEarlier(execution, earlier.at(-1)));
  }
  return executions.map(({ id }) => linked.find((one) => one.id === id) ?? neverMissing());
}

function afterEarlier(execution: Execution, earlier: Execution | undefined): Execution {
  if (execution.isMerged) return { ...execution, lacksShards: false, carried: [] };
  const own = execution.parts;
  const before = [...(earlier?.parts ?? []), ...(earlier?.carried ?? [])].filter(
    ({ group, total }) =>
      own.every((part) => part.group !== group) ||
      own.some((part) => part.group === group && part.total === total),
  );
  const carriable: Part[] = [];
  let missingJobs = 0;
  let isShardMissing = false;
  for (const alike of Map.groupBy([...own, ...before], ({ group, total }) => `${group} ${total}`)) {
    const [, parts] = alike;
    const total = parts[0]?.total ?? 0;
    const indexes = total === 0 ? [0] : Array.from({ length: total }, (_, place) => place + 1);
    const places = indexes.map((index) => ({
      came: own.filter((part) => parts.includes(part) && part.index === index),
      were: before.filter((part) => parts.includes(part) && part.index === index),
    }));
    const expected = Math.max(
      ...places.map(({ came, were }) => Math.max(came.length, were.length)),
    );
    for (const { came, were } of places) {
      const passed = were.filter((part) => part.passed);
      const missing = Math.max(0, expected - came.length - passed.length);
      if (total === 0) missingJobs += missing;
      else isShardMissing ||= missing > 0;
      carriable.push(...passed.slice(0, Math.max(0, expected - came.length)));
    }
  }
  const otherJobs = own.filter(
    ({ total, group }) => total === 0 && before.every((part) => part.group !== group),
  );
  const lacksShards = isShardMissing || missingJobs > otherJobs.length;
  return {
    ...execution,
    lacksShards,
    status: lacksShards ? 'running' : execution.status,
    carried: lacksShards ? [] : carriable,
  };
}

function neverMissing(): never {
  throw new Error('each execution was linked');
}
