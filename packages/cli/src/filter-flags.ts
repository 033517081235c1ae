import type { ExecutionStatus } from '@svc/contract/ingest';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './exit.ts';
import { shellWord } from './shell-word.ts';

/** The flags that choose executions, as commander gives them. */
export interface FilterFlags {
  project?: string;
  allProjects?: boolean;
  branch?: string;
  framework?: string;
  environment?: string;
  from?: string;
  to?: string;
  status?: ExecutionStatus[];
  commit?: string;
  pullRequest?: number;
  tag?: string;
  search?: string;
  limit: number;
}

export interface ProjectScope {
  /** Undefined: all projects. */
  project: string | undefined;
  /** Where the project was taken from when it was not said: `SVC_PROJECT`, `this repository`. */
  takenFrom: string | undefined;
  currentBranch: string | undefined;
}

/** The project that is meant: what was said, else the reporters' setting, else the work tree's, else all. */
export async function projectScope(
  flags: Pick<FilterFlags, 'project' | 'allProjects'>,
  { directory, env }: CommandContext,
): Promise<ProjectScope> {
  if (flags.allProjects === true) {
    if (flags.project === undefined)
      return { project: undefined, takenFrom: undefined, currentBranch: undefined };
    throw new CommandError('--project and --all-projects exclude each other', 'one of the two');
  }
  const { gitWorkTree } = await import('./git-work-tree.ts');
  const workTree = await gitWorkTree(directory);
  const [project, takenFrom] = chosenProject(flags.project, env['SVC_PROJECT'], workTree.project);
  // Another project's branches have nothing to do with the one that is checked out here.
  const isOfWorkTree = project === undefined || project === workTree.project;
  return { project, takenFrom, currentBranch: isOfWorkTree ? workTree.branch : undefined };
}

function chosenProject(flag?: string, variable?: string, remote?: string): [string?, string?] {
  if (flag !== undefined) return [flag];
  if (variable?.trim()) return [variable.trim(), 'SVC_PROJECT'];
  return remote === undefined ? [] : [remote, 'this repository'];
}

/** The flags as they are typed, for a command that we propose; `changes` replaces or adds some. */
export function typedFlags(flags: FilterFlags, changes: Partial<FilterFlags> = {}): string {
  const typed = { ...flags, ...changes };
  const words = FLAG_NAMES.flatMap(([key, name]) => {
    const value = typed[key];
    if (value === undefined || value === false) return [];
    if (value === true) return [name];
    return [value].flat().flatMap((one) => [name, shellWord(String(one))]);
  });
  return words.join(' ');
}

/** The flag that a parameter of the contract was given by, or the parameter itself where none is. */
export function flagName(parameter: string): string {
  return FLAG_NAMES.find(([key]) => key === parameter)?.[1] ?? parameter;
}

const FLAG_NAMES: readonly (readonly [keyof FilterFlags, string])[] = [
  ['project', '--project'],
  ['allProjects', '--all-projects'],
  ['branch', '--branch'],
  ['framework', '--framework'],
  ['environment', '--environment'],
  ['status', '--status'],
  ['commit', '--commit'],
  ['pullRequest', '--pull-request'],
  ['tag', '--tag'],
  ['search', '--search'],
  ['from', '--from'],
  ['to', '--to'],
  ['limit', '--limit'],
];
