import { shellWord } from './shell-word.ts';

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
  ['source', '--source'],
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
