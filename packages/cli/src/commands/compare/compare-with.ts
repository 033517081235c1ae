import { SvcClientError, type SvcClient } from '@svc/client';
import type { CompareQuery, Comparison } from '@svc/contract/executions/compare';
import type { CommandError } from '../../errors/exit.ts';
import {
  buildNoneSpeaksError,
  resolveExecution,
  type ExecutionReference,
  type ReferenceScope,
  type ResolvedReference,
} from '../../asking/execution-reference.ts';

interface Asked {
  base: ExecutionReference;
  head: ResolvedReference;
  scope: ReferenceScope;
  query: Partial<CompareQuery>;
  /** The error for one execution compared with itself. */
  same: () => CommandError;
}

/**
 * The comparison, and in words which base was chosen. The server chooses the base that a branch means beside this head,
 * as it does for the gate and the page.
 */
export async function compareWith(
  client: SvcClient,
  { base: reference, head, scope, query, same }: Asked,
): Promise<{ comparison: Comparison; choiceNote: string | undefined }> {
  const compare = (base: string) => client.compare.get.query({ ...query, base, head: head.id });
  if (reference.kind !== 'branch') {
    const { id, choiceNote } = await resolveExecution(reference, scope);
    if (id === head.id) throw same();
    const comparison = await compare(id);
    if (reference.kind !== 'latest') return { comparison, choiceNote };
    // The server only saw its id.
    return { comparison: { ...comparison, baseChoice: 'newest' }, choiceNote };
  }
  const { branch } = reference;
  const comparison = await compare(`branch:${branch}`).catch(async (error: unknown) => {
    if (!(error instanceof SvcClientError)) throw error;
    if (error.message.startsWith('head: Must be another execution')) throw same();
    throw error.message.startsWith('base: There is no')
      ? await buildNoneSpeaksError(branch, scope)
      : error;
  });
  return { comparison, choiceNote: describeBaseChoice(comparison, branch) };
}

function describeBaseChoice({ baseChoice, head }: Comparison, branch: string): string {
  if (baseChoice === 'after-head') return `first on branch ${branch} after the head`;
  if (baseChoice !== 'base-commit') return `newest on branch ${branch} before the head`;
  return `branch ${branch} at ${head.git.baseCommit?.slice(0, 7)}, on which the head is based`;
}
