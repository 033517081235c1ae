import type { Source } from '@svc/contract/filters';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './exit.ts';

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
  currentBranch: string | undefined;
  /** The work tree's full commit hash, whose executions `latest` prefers. */
  currentCommit: string | undefined;
}

/** The project: from the flag, else the reporters' setting, else the work tree, else all projects. */
export async function projectScope(
  flags: ProjectFlags,
  { directory, env }: CommandContext,
): Promise<ProjectScope> {
  if (flags.allProjects === true) {
    if (flags.project === undefined)
      return {
        project: undefined,
        takenFrom: undefined,
        currentBranch: undefined,
        currentCommit: undefined,
      };
    throw new CommandError('--project and --all-projects exclude each other', 'one of the two');
  }
  const { gitWorkTree } = await import('./git-work-tree.ts');
  const workTree = gitWorkTree(directory);
  const [project, takenFrom] = chosenProject(flags.project, env['SVC_PROJECT'], workTree.project);
  // Another project's branches are unrelated to the checked-out one.
  const isOfWorkTree = project === undefined || project === workTree.project;
  return {
    project,
    takenFrom,
    currentBranch: isOfWorkTree ? workTree.branch : undefined,
    currentCommit: isOfWorkTree ? workTree.commit : undefined,
  };
}

function chosenProject(flag?: string, variable?: string, remote?: string): [string?, string?] {
  if (flag !== undefined) return [flag];
  if (variable?.trim()) return [variable.trim(), 'SVC_PROJECT'];
  return remote === undefined ? [] : [remote, 'this repository'];
}
