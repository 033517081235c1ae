import type { QuarantineEntry } from '@svc/contract/gate/quarantine';
import { Segments } from '../../components/filters/segments.tsx';
import { SetFilter } from '../../components/filters/set-filter.tsx';
import { shortenTestTitle } from '../../format/identity.ts';
import { useKey } from '../../keyboard/use-key.ts';
import type { QuarantineSearch } from '../../search/page-search.ts';

const TITLE_CHARACTERS = 60;

interface QuarantineFiltersProps {
  search: QuarantineSearch;
  entries: readonly Pick<QuarantineEntry, 'testId' | 'titlePath'>[];
  onChange: (changes: Partial<QuarantineSearch>) => void;
}

/** Active or ended entries, and the test of the address. The keys 1 to 3 choose. */
export function QuarantineFilters({ search, entries, onChange }: QuarantineFiltersProps) {
  const choose = (show: QuarantineSearch['show']) => onChange({ show });
  useKey({ key: '1' }, () => choose(undefined));
  useKey({ key: '2' }, () => choose('ended'));
  useKey({ key: '3' }, () => choose('all'));
  const { show, test } = search;
  const title = entries.find(({ testId }) => testId === test)?.titlePath;
  return (
    <div className="filters" role="group" aria-label="Filters">
      <Segments<QuarantineSearch['show']>
        label="State"
        value={show}
        onChange={choose}
        segments={[
          { value: undefined, label: 'Active' },
          { value: 'ended', label: 'Ended' },
          { value: 'all', label: 'All' },
        ]}
      />
      {test !== undefined && (
        <SetFilter
          label="Test"
          value={title === undefined ? test.slice(0, 8) : shortenTestTitle(title, TITLE_CHARACTERS)}
          onClear={() => onChange({ test: undefined })}
        />
      )}
    </div>
  );
}
