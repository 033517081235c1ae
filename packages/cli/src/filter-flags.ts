import type { CommandContext } from './command-context.ts';
import { CommandError } from './exit.ts';
import { shellWord } from './shell-word.ts';

/** The flags that choose projects, as commander gives them. */
export interface ProjectFlags {
  project?: string;
  allProjects?: boolean;
}

/** The flags that choose executions in every question: the contract's shared filters. */
export interface FilterFlags extends ProjectFlags {
  branch?: string;
  framework?: string;
  environment?: string;
  from?: string;
  to?: string;
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
  flags: ProjectFlags,
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
export function typedFlags(flags: TypedFlags, changes: TypedFlags = {}): string {
  const typed: TypedFlags = { ...flags, ...changes };
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
  const key = parameter === 'minDurationMs' ? 'minDuration' : parameter;
  return FLAG_NAMES.find(([known]) => known === key)?.[1] ?? parameter;
}

// What a proposed command repeats. Not among them: where the server is, the key, and how the answer looks.
const FLAG_NAMES = [
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
  ['minRuns', '--min-runs'],
  ['state', '--state'],
  ['owner', '--owner'],
  ['phase', '--phase'],
  ['sort', '--sort'],
  ['granularity', '--granularity'],
  ['timezone', '--timezone'],
  ['table', '--table'],
  ['durationThreshold', '--duration-threshold'],
  ['minDuration', '--min-duration'],
  ['from', '--from'],
  ['to', '--to'],
  ['limit', '--limit'],
] as const;

type FlagValue = string | number | boolean | readonly string[] | undefined;
type TypedFlags = { [Key in (typeof FLAG_NAMES)[number][0]]?: FlagValue };
