import type { IngestBody } from '@svc/contract/executions/ingest';
import type { GeneratedExecution, History } from '@svc/seed/generate-history';

export interface SameCommitPair {
  base: GeneratedExecution;
  /** A second run of the base's commit in the same environment. */
  head: GeneratedExecution;
  /** The number of executions of the base's branch that began before the base. */
  earlier: number;
}

/** Every two whole executions of one commit. Their durations differ only by chance. */
export function pairSameCommits({ executions }: History): SameCommitPair[] {
  const whole = new Map<string, GeneratedExecution>();
  const onBranch = new Map<string, number>();
  const earlier = new Map<GeneratedExecution, number>();
  const pairs: SameCommitPair[] = [];
  for (const execution of executions) {
    const { project, branch, commit, environment, kind } = execution.truth;
    const before = onBranch.get(`${project} ${branch}`) ?? 0;
    onBranch.set(`${project} ${branch}`, before + 1);
    if (kind !== 'whole') continue;
    const same = `${project} ${branch} ${commit} ${environment}`;
    const base = whole.get(same);
    if (base !== undefined) pairs.push({ base, head: execution, earlier: earlier.get(base) ?? 0 });
    whole.set(same, execution);
    earlier.set(execution, before);
  }
  return pairs;
}

/** All results of an execution, over its shards. */
export function collectResults({ bodies }: { bodies: readonly IngestBody[] }) {
  return bodies.flatMap(({ results }) => results);
}
