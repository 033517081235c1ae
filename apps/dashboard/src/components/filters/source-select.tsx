import type { Source, UsedSource } from '@svc/contract/filters';
import { formatNumber } from '../../format/count.ts';
import { FilterSelect } from './filter-select.tsx';

const WORDS: Record<Source, string> = { ci: 'CI', local: 'local', all: 'CI and local' };

interface SourceSelectProps {
  /** What the address asks for. */
  value: Source | undefined;
  /** What the answer counted; undefined until it is here. */
  used: UsedSource | undefined;
  onChange: (source: Source | undefined) => void;
}

/** Which executions count: those from CI, those from developer machines, or all. Shows what the answer counted. */
export function SourceSelect({ value, used, onChange }: SourceSelectProps) {
  return (
    <FilterSelect
      label="Source"
      value={value}
      unset={used === undefined ? '…' : formatUsedSource(used)}
      unsetWords="CI, or local before the first run from CI"
      valueWords={(source) => WORDS[source as Source] ?? source}
      options={(Object.keys(WORDS) as Source[]).map((name) => ({ name, words: WORDS[name] }))}
      onChange={(source) => onChange(source as Source | undefined)}
    />
  );
}

/** Before the first run from CI, there are only local ones. */
function formatUsedSource({ source, localProjects }: UsedSource): string {
  if (localProjects.length === 0) return WORDS[source];
  return source === 'ci' ? WORDS.all : WORDS.local;
}

const MOST_NAMES = 3;

/** Names the projects whose local executions count, because CI reported none yet. */
export function SourceNote({ used }: { used: UsedSource | undefined }) {
  if (used === undefined || used.localProjects.length === 0) return null;
  const { source, localProjects } = used;
  if (source !== 'ci') {
    return <p className="source-note">No run from CI yet: local runs are shown.</p>;
  }
  const more = localProjects.length - MOST_NAMES;
  return (
    <p className="source-note">
      No run from CI yet of the {localProjects.length === 1 ? 'project' : 'projects'}{' '}
      <bdi>{localProjects.slice(0, MOST_NAMES).join(', ')}</bdi>
      {more > 0 && ` and ${formatNumber(more)} more`}: local runs are shown.
    </p>
  );
}
