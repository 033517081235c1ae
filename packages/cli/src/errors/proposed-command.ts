/** The flags as typed, for a proposed command; `changes` replaces or adds some. */
export function formatFlags(flags: TypedFlags, changes: TypedFlags = {}): string {
  const typed: TypedFlags = { ...flags, ...changes };
  const words = FLAG_NAMES.flatMap(([key, name]) => {
    const value = typed[key];
    if (value === undefined || value === false) return [];
    if (value === true) return [name];
    return [value].flat().flatMap((one) => [name, quoteShellWord(String(one))]);
  });
  return words.join(' ');
}

/** Quotes a word for a POSIX shell, only if necessary. */
export function quoteShellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The flag of a contract parameter, or the parameter itself if it has none. */
export function toFlagName(parameter: string): string {
  const key = FLAG_KEYS[parameter] ?? parameter;
  return FLAG_NAMES.find(([known]) => known === key)?.[1] ?? parameter;
}

// Parameters whose flags have other names.
const FLAG_KEYS: Record<string, string> = {
  minDurationMs: 'minDuration',
  events: 'event',
  expiresAt: 'expires',
  fingerprints: 'fingerprint',
};

// The flags that a proposed command repeats. Excluded are the server, the key and the output format.
const FLAG_NAMES = [
  ['project', '--project'],
  ['allProjects', '--all-projects'],
  ['branch', '--branch'],
  ['framework', '--framework'],
  ['environment', '--environment'],
  ['source', '--source'],
  ['status', '--status'],
  ['event', '--event'],
  ['secret', '--secret'],
  ['description', '--description'],
  ['minSeverity', '--min-severity'],
  ['reason', '--reason'],
  ['fingerprint', '--fingerprint'],
  ['expires', '--expires'],
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
  ['root', '--root'],
  ['format', '--format'],
  ['offline', '--offline'],
  ['log', '--log'],
  ['report', '--report'],
  ['limit', '--limit'],
  ['all', '--all'],
] as const;

type FlagValue = string | number | boolean | readonly string[] | undefined;
type TypedFlags = { [Key in (typeof FLAG_NAMES)[number][0]]?: FlagValue };
