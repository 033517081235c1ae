import type { UsedSource } from '@svc/contract/filters';
import { CommonFilters } from '../../components/filters/common-filters.tsx';
import { FilterSelect } from '../../components/filters/filter-select.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { SetFilter } from '../../components/filters/set-filter.tsx';
import { useFilterScope } from '../../components/filters/use-filter-scope.ts';
import { formatDate } from '../../format/time.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { toMidnight } from '../../search/time-window.ts';
import type { ExecutionSums } from './execution-sums.ts';
import { StatusSegments } from './status-segments.tsx';

interface ExecutionsFiltersProps {
  search: ExecutionsSearch;
  sums: ExecutionSums | null;
  /** The executions that the answer counted. */
  used: UsedSource | undefined;
  onChange: (changes: Partial<ExecutionsSearch>, options?: { replace: boolean }) => void;
}

/** The filters of the executions. */
export function ExecutionsFilters({ search, sums, used, onChange }: ExecutionsFiltersProps) {
  const scope = useFilterScope(search);
  return (
    <div className="filters" role="group" aria-label="Filters">
      <SearchField
        label="Branch, message, author, PR"
        value={search.search}
        onChange={(text) => onChange({ search: text }, { replace: true })}
      />
      {search.day !== undefined && (
        <SetFilter
          label="Day"
          value={formatDate(toMidnight(search.day))}
          onClear={() => onChange({ day: undefined })}
        />
      )}
      <StatusSegments
        value={search.status}
        sums={sums}
        onChange={(status) => onChange({ status })}
      />
      <CommonFilters search={search} used={used} onChange={onChange} />
      <FilterSelect
        label="Tag"
        unset="any"
        value={search.tag}
        options="tags"
        scope={scope}
        onChange={(tag) => onChange({ tag })}
      />
    </div>
  );
}
