import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution } from '@svc/contract/executions/executions';
import { SvcClientError, type SvcClient } from './server.ts';

export interface Compared {
  comparison: Comparison | null;
  /** The reason why there is no comparison, in a sentence. */
  why: string | null;
}

// More tests and causes than a summary names.
const LISTED = 500;

/** Compares an execution with the base that `compare-with` names. */
export async function compareWithBase(
  client: SvcClient,
  head: Execution,
  { compareWith, baseBranch }: { compareWith: string; baseBranch: string | undefined },
): Promise<Compared> {
  if (compareWith === 'none') return { comparison: null, why: null };
  if (head.status === 'running') {
    return { comparison: null, why: 'parts are missing, so nothing is compared yet' };
  }
  const branch = /^branch:(.+)$/.exec(compareWith)?.[1] ?? baseBranch;
  const isNamed = compareWith !== 'base' && !compareWith.startsWith('branch:');
  const why = `no finished execution of ${branch ?? 'the base branch'} to compare with`;
  if (!isNamed && branch === undefined) return { comparison: null, why };
  try {
    // The server chooses the base execution of a branch for this head, as it does for the gate.
    const comparison = await client.compare.get.query({
      base: isNamed ? compareWith : `branch:${branch}`,
      head: head.id,
      limit: LISTED,
    });
    if (!isNamed && !isOfSuite(comparison)) return { comparison: null, why };
    return { comparison, why: null };
  } catch (error) {
    if (!(error instanceof SvcClientError)) throw error;
    if (!isNamed && IS_NO_BASE.test(error.message)) return { comparison: null, why };
    return { comparison: null, why: `not compared: ${error.message}` };
  }
}

/** The branch has no execution that counts for it, or only the head. */
const IS_NO_BASE = /^(?:base: There is no|head: Must be another) execution/;

/** A project's unit and browser tests cannot be compared. */
function isOfSuite({ base, head }: Comparison): boolean {
  return base.framework === head.framework && base.name === head.name;
}
