import type { FailurePhase, FailureSort } from '@svc/contract/history/failures';
import type { UsedSource } from '@svc/contract/filters';
import { CommonFilters } from '../../components/filters/common-filters.tsx';
import { FilterSelect } from '../../components/filters/filter-select.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { Segments } from '../../components/filters/segments.tsx';
import { useKey } from '../../keyboard/use-key.ts';
import type { FailuresSearch } from '../../search/page-search.ts';

const SORTS: Record<FailureSort, string> = {
  count: 'most failures',
  newest: 'newest',
  tests: 'most tests',
};

interface FailuresFiltersProps {
  search: FailuresSearch;
  used: UsedSource | undefined;
  /** How many new causes there are. */
  newCauses: number | undefined;
  onChange: (changes: Partial<FailuresSearch>, options?: { replace: boolean }) => void;
}

/** The filters and the order of the failures. The keys 1 to 4 choose a phase. */
export function FailuresFilters({ search, used, newCauses, onChange }: FailuresFiltersProps) {
  const choose = (phase: FailurePhase | undefined) => onChange({ phase });
  useKey({ key: '1' }, () => choose(undefined));
  useKey({ key: '2' }, () => choose('new'));
  useKey({ key: '3' }, () => choose('ongoing'));
  useKey({ key: '4' }, () => choose('over'));
  return (
    <div className="filters" role="group" aria-label="Filters">
      <SearchField
        label="Message, title or file"
        value={search.search}
        onChange={(text) => onChange({ search: text }, { replace: true })}
      />
      <Segments<FailurePhase | undefined>
        label="Phase"
        value={search.phase}
        onChange={choose}
        segments={[
          { value: undefined, label: 'All' },
          { value: 'new', label: 'New', count: newCauses },
          { value: 'ongoing', label: 'Ongoing' },
          { value: 'over', label: 'Over' },
        ]}
      />
      <FilterSelect
        label="Sort by"
        unset={SORTS.count}
        value={search.sort}
        valueWords={(sort) => SORTS[sort as FailureSort] ?? sort}
        options={(['newest', 'tests'] as const).map((name) => ({ name, words: SORTS[name] }))}
        onChange={(sort) => onChange({ sort: sort as FailureSort | undefined })}
      />
      <CommonFilters search={search} used={used} onChange={onChange} />
    </div>
  );
}
