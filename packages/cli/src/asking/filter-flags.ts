import type { Source } from '@svc/contract/filters';
import type { Invocation } from '../invocation/invocation.ts';
import { buildCannotCombineError } from '../errors/exit.ts';

/** The flags that select projects, as commander parses them. */
export interface ProjectFlags {
  project?: string;
  allProjects?: boolean;
}

/** The flags that select executions in every question: the contract's shared filters. */
export interface FilterFlags extends ProjectFlags {
  branch?: string;
  framework?: string;
  environment?: string;
  source?: Source;
  from?: string;
  to?: string;
}

export interface ProjectScope {
  /** Undefined: all projects. */
  project: string | undefined;
  /** The source of a project that was not typed: `SVC_PROJECT`, `this repository`. */
  takenFrom: string | undefined;
  /** The branch of the CI run, else of the work tree. */
  currentBranch: string | undefined;
  /** The full commit hash of the CI run, else of the work tree. `latest` prefers its executions. */
  currentCommit: string | undefined;
  /** The command runs in CI: `latest` never means an execution of another branch. */
  isInCi: boolean;
}

/** The source of a project that is the name of the git remote. */
const REPOSITORY = 'this repository';
/** The source of a project without a remote. */
const MANIFEST = 'package.json';

/** Nobody typed the project: it is what reporters send from here, and may have no execution yet. */
export function isGuessed(takenFrom: string | undefined): boolean {
  return takenFrom === REPOSITORY || takenFrom === MANIFEST;
}

/** The project: from the flag, else the reporters' setting, else the work tree, else all projects. */
export async function resolveProjectScope(
  flags: ProjectFlags,
  { directory, env }: Invocation,
): Promise<ProjectScope> {
  if (flags.allProjects === true) {
    if (flags.project === undefined)
      return {
        project: undefined,
        takenFrom: undefined,
        currentBranch: undefined,
        currentCommit: undefined,
        isInCi: false,
      };
    throw buildCannotCombineError('--project and --all-projects');
  }
  const { readGitWorkTree } = await import('../invocation/git-work-tree.ts');
  const { detectCiRun: ciRun } = await import('@svc/reporter-core/facts/ci-facts');
  const workTree = readGitWorkTree(directory);
  const run = ciRun(env);
  const { findManifestName: manifestName } = await import('@svc/reporter-core/facts/manifest-name');
  const [project, takenFrom] = chooseProject(flags.project, env['SVC_PROJECT'], [
    [workTree.project, REPOSITORY],
    [manifestName(directory), MANIFEST],
  ]);
  // Another project's branches are unrelated to the checked-out one, unless it is the reporters' name for the same: in
  // SVC_PROJECT, or typed into a CI job.
  const isOfWorkTree =
    project === undefined ||
    isGuessed(takenFrom) ||
    project === workTree.project ||
    takenFrom === 'SVC_PROJECT' ||
    run !== undefined;
  return {
    project,
    takenFrom,
    // A pull request's job checks out a merge commit on no branch, while the reporters name the branch and its head.
    currentBranch: isOfWorkTree ? (run?.git.branch ?? workTree.branch) : undefined,
    currentCommit: isOfWorkTree ? (run?.git.commit ?? workTree.commit) : undefined,
    isInCi: run !== undefined,
  };
}

/** The project, and what names it. `guesses` are what reporters take, the first one first. */
function chooseProject(
  flag: string | undefined,
  variable: string | undefined,
  guesses: readonly [project: string | undefined, from: string][],
): [string?, string?] {
  if (flag !== undefined) return [flag];
  if (variable?.trim()) return [variable.trim(), 'SVC_PROJECT'];
  const [project, from] = guesses.find(([name]) => name !== undefined) ?? [];
  return [project, from];
}
