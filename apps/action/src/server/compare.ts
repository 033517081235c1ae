import { baseChoiceOf, baseCommitOf } from '@svc/analysis/base-choice';
import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import { SvcClientError, type SvcClient } from './server.ts';

export interface Compared {
  comparison: Comparison | null;
  /** Why there is none, in a sentence. */
  why: string | null;
}

// More tests and causes than a summary names.
const LISTED = 500;

/** Compares an execution with the one that `compare-with` means. */
export async function compareWithBase(
  client: SvcClient,
  head: Execution,
  { compareWith, baseBranch }: { compareWith: string; baseBranch: string | undefined },
): Promise<Compared> {
  if (compareWith === 'none') return { comparison: null, why: null };
  if (head.status === 'running') {
    return { comparison: null, why: 'shards are missing, so nothing is compared yet' };
  }
  const branch = /^branch:(.+)$/.exec(compareWith)?.[1] ?? baseBranch;
  try {
    const base = await baseOf(client, head, { compareWith, branch });
    if (base === undefined) {
      return {
        comparison: null,
        why: `no finished execution of ${branch ?? 'the base branch'} to compare with`,
      };
    }
    const comparison = await client.compare.get.query({ base, head: head.id, limit: LISTED });
    const isNamed = compareWith !== 'base' && !compareWith.startsWith('branch:');
    const baseChoice = isNamed ? comparison.baseChoice : baseChoiceOf(comparison, branch);
    return { comparison: { ...comparison, baseChoice }, why: null };
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    return { comparison: null, why: `not compared: ${error.message}` };
  }
}

/**
 * The id of an execution that speaks for the branch, of the same framework and name: a project's unit and browser tests
 * cannot be compared. It is of the commit that the head is based on, else the newest. On the branch itself it is one
 * that began before, and of another CI run: a second attempt would be compared with the failures of the first.
 */
async function baseOf(
  client: SvcClient,
  head: Execution,
  { compareWith, branch }: { compareWith: string; branch: string | undefined },
): Promise<string | undefined> {
  if (compareWith !== 'base' && !compareWith.startsWith('branch:')) return compareWith;
  if (branch === undefined) return undefined;
  const commit = baseCommitOf(head, branch);
  const newestOf = async (wanted: { commit?: string }) => {
    const { items } = await client.executions.list.query({
      project: head.project,
      branch,
      framework: head.framework,
      speaking: 'true',
      limit: 100,
      ...wanted,
    });
    return items.find((one) => isBaseOf(one, head))?.id;
  };
  const ofCommit = commit === undefined ? undefined : await newestOf({ commit });
  return ofCommit ?? newestOf({});
}

function isBaseOf({ id, name, startedAt, git, ci }: Execution, head: Execution): boolean {
  const { runId, provider } = head.ci;
  return (
    id !== head.id &&
    !(ci.runId !== undefined && ci.runId === runId && ci.provider === provider) &&
    name === head.name &&
    (git.branch !== head.git.branch || startedAt < head.startedAt)
  );
}
