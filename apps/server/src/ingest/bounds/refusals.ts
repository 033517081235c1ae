import { SvcError } from '../../errors.ts';
import { listNames } from '../../http/key-bounds/list-names.ts';
import type { NamedBranches } from '../../http/key-bounds/claims-default-branch.ts';
import { formatProjects } from '../../http/key-bounds/require-project.ts';

/** Branches for which an upload would count, and what has them: the upload, its execution, or its CI run. */
export interface Tried extends NamedBranches {
  of: 'upload' | 'execution' | 'run';
}

export function buildProjectRefusal({
  key,
  projects,
  project,
}: {
  key: string;
  projects: readonly string[];
  project: string;
}): SvcError {
  return new SvcError(
    'FORBIDDEN',
    `The API key '${key}' may only upload to ${formatProjects(projects)}, and this upload is of the project '${project}'.`,
    { hint: 'Use a key that may upload to this project.' },
  );
}

export function buildBranchRefusal(
  tried: Tried,
  { key, branches }: { key: string; branches: readonly string[] },
): SvcError {
  return new SvcError(
    'FORBIDDEN',
    `The API key '${key}' may only upload from branches that match ${listNames(branches)}, and ${describeTriedBranch(tried)}.`,
    { hint: 'Use a key that may upload from this branch.' },
  );
}

export function buildBaseRefusal(
  tried: Tried,
  { key, project, defaultBranch }: { key: string; project: string; defaultBranch: string | null },
): SvcError {
  const may = `The API key '${key}' may not claim the base branch of the project '${project}'`;
  if (defaultBranch !== null) {
    return new SvcError('FORBIDDEN', `${may}, and ${describeTriedBranch(tried)}.`, {
      hint: `Upload executions of '${defaultBranch}' with another key.`,
    });
  }
  return new SvcError(
    'FORBIDDEN',
    `${may}, which the server does not know yet, and ${describeTriedBranch(tried)}: this branch could become it.`,
    { hint: 'First upload an execution of the base branch with another key.' },
  );
}

/** Branches of other uploads are not named: the key may not read them. */
function describeTriedBranch({ of, branch }: Tried): string {
  if (of === 'execution') return 'the execution of this part is of another branch';
  if (of === 'run') return 'another attempt of its CI run is of another branch';
  return branch === null
    ? 'this upload names no branch'
    : `this upload is of the branch '${branch}'`;
}
