import type { Source } from '@svc/contract/filters';
import { FilterSelect } from './filter-select.tsx';

const WORDS: Record<Source, string> = { ci: 'CI', local: 'local', all: 'CI and local' };

interface SourceSelectProps {
  /** What the address asks for. */
  value: Source | undefined;
  /** What the answer used; undefined until it is here. */
  used: Source | undefined;
  /** What the page asks for without a choice: by default CI, or all where CI reports nothing. */
  byDefault?: 'ci' | 'all' | undefined;
  onChange: (source: Source | undefined) => void;
}

/** Which executions speak: those from CI, those from developer machines, or all. Shows what the answer used. */
export function SourceSelect({ value, used, byDefault = 'ci', onChange }: SourceSelectProps) {
  return (
    <FilterSelect
      label="Source"
      value={value}
      unset={used === undefined ? '…' : WORDS[used]}
      unsetWords={byDefault === 'all' ? WORDS.all : 'CI, or all where CI reports nothing'}
      valueWords={(source) => WORDS[source as Source] ?? source}
      options={(Object.keys(WORDS) as Source[])
        .filter((name) => name !== 'all' || byDefault === 'ci')
        .map((name) => ({ name, words: WORDS[name] }))}
      onChange={(source) => onChange(source as Source | undefined)}
    />
  );
}

/** Says that the answer counts local executions, because CI reported none. */
export function SourceNote({
  asked,
  used,
}: {
  asked: Source | undefined;
  used: Source | undefined;
}) {
  if (asked !== undefined || used !== 'all') return null;
  return <p className="source-note">No execution from CI in this window: local ones are shown.</p>;
}
