import type { Execution } from '@svc/contract/executions/executions';
import type { CompareSearch } from '../../search/page-search.ts';
import type { Sides } from './compare-queries.ts';

type Candidate = Pick<
  Execution,
  'id' | 'project' | 'framework' | 'name' | 'status' | 'partial' | 'git'
>;

/**
 * Both sides where the address names at most one of them. `candidates`: executions, newest first. The head is the
 * newest finished execution that has an earlier one of the same suite; the base is that one, if possible of the head's
 * branch. Null where there are no two to compare.
 */
export function chooseDefaultSides(
  { base, head }: Pick<CompareSearch, 'base' | 'head'>,
  candidates: readonly Candidate[],
): Sides | null {
  if (base !== undefined && head !== undefined) return { base, head };
  const finished = candidates.filter(({ status }) => status !== 'running');
  if (base !== undefined) {
    const named = candidates.find(({ id }) => id === base);
    const newest = finished.find(
      (one) => one.id !== base && (named === undefined || isSameSuite(one, named)),
    );
    return newest === undefined ? null : { base, head: newest.id };
  }
  const whole = finished.filter(({ partial }) => partial.length === 0);
  const named = head === undefined ? undefined : findHead(candidates, head);
  const heads = head === undefined ? [...whole, ...finished] : named === undefined ? [] : [named];
  for (const chosen of heads) {
    const older = candidates
      .slice(candidates.indexOf(chosen) + 1)
      .filter((one) => whole.includes(one) && isSameSuite(one, chosen));
    const previous = older.find(({ git }) => git.branch === chosen.git.branch) ?? older[0];
    if (previous !== undefined) return { base: previous.id, head: head ?? chosen.id };
  }
  return null;
}

function findHead(candidates: readonly Candidate[], head: string): Candidate | undefined {
  const branch = /^branch:(.+)$/i.exec(head)?.[1];
  return candidates.find(({ id, git, status }) =>
    branch === undefined
      ? head === 'latest' || id === head
      : git.branch === branch && status !== 'running',
  );
}

function isSameSuite(one: Candidate, other: Candidate): boolean {
  return (
    one.project === other.project && one.framework === other.framework && one.name === other.name
  );
}
