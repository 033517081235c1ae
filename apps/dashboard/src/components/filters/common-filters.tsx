import type { UsedSource } from '@svc/contract/filters';
import { formatFramework } from '../../format/framework.ts';
import type { FilterSearch } from '../../search/page-search.ts';
import { FilterSelect } from './filter-select.tsx';
import { PeriodSelect } from './period-select.tsx';
import { SourceSelect } from './source-select.tsx';
import { useFilterScope } from './use-filter-scope.ts';

interface CommonFiltersProps {
  search: FilterSearch;
  /** The executions that the answer counted. */
  used: UsedSource | undefined;
  onChange: (changes: FilterSearch) => void;
  /** Which of the filters the page has; by default all. */
  kinds?: readonly ('branch' | 'framework' | 'environment')[];
}

const ALL = ['branch', 'framework', 'environment'] as const;

/** The filters that the lists share: branch, framework, environment, source and period. */
export function CommonFilters(props: CommonFiltersProps) {
  const { search, used, onChange, kinds = ALL } = props;
  const scope = useFilterScope(search);
  return (
    <>
      {kinds.includes('branch') && (
        <FilterSelect
          label="Branch"
          unset="all"
          value={search.branch}
          options="branches"
          scope={scope}
          onChange={(branch) => onChange({ branch })}
        />
      )}
      {kinds.includes('framework') && (
        <FilterSelect
          label="Framework"
          unset="all"
          value={search.framework}
          valueWords={formatFramework}
          options="frameworks"
          scope={scope}
          onChange={(framework) => onChange({ framework })}
        />
      )}
      {kinds.includes('environment') && (
        <FilterSelect
          label="Environment"
          unset="all"
          value={search.environment}
          options="environments"
          scope={scope}
          onChange={(environment) => onChange({ environment })}
        />
      )}
      <SourceSelect value={search.source} used={used} onChange={(source) => onChange({ source })} />
      <PeriodSelect search={search} onChange={onChange} />
    </>
  );
}
