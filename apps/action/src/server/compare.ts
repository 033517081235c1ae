import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import { SvcClientError, type SvcClient } from './server.ts';

export interface Compared {
  comparison: Comparison | null;
  /** Why there is none, in a sentence. */
  why: string | null;
}

// More tests than a summary names.
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
    return {
      comparison: await client.compare.get.query({ base, head: head.id, limit: LISTED }),
      why: null,
    };
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    return { comparison: null, why: `not compared: ${error.message}` };
  }
}

/**
 * The id of the newest execution that speaks for the branch, of the same framework and name: a project's unit and
 * browser tests cannot be compared. On the branch itself it is one that began before, and of another CI run: a second
 * attempt would be compared with the failures of the first.
 */
async function baseOf(
  client: SvcClient,
  head: Execution,
  { compareWith, branch }: { compareWith: string; branch: string | undefined },
): Promise<string | undefined> {
  if (compareWith !== 'base' && !compareWith.startsWith('branch:')) return compareWith;
  if (branch === undefined) return undefined;
  const { items } = await client.executions.list.query({
    project: head.project,
    branch,
    framework: head.framework,
    speaking: 'true',
    limit: 100,
  });
  return items.find(
    ({ id, name, startedAt, git, ci }) =>
      id !== head.id &&
      !(ci.runId !== undefined && ci.runId === head.ci.runId && ci.provider === head.ci.provider) &&
      name === head.name &&
      (git.branch !== head.git.branch || startedAt < head.startedAt),
  )?.id;
}
