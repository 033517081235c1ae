import type { FlakyTest } from '@svc/contract/history/flaky-tests';
import type { UsedSource } from '@svc/contract/filters';
import type { TestState } from '@svc/contract/executions/outcomes';
import { CommonFilters } from '../../components/filters/common-filters.tsx';
import { FilterSelect } from '../../components/filters/filter-select.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import type { FlakySearch } from '../../search/page-search.ts';

const STATES: TestState[] = ['suspected', 'flaky', 'recovering', 'broken', 'healthy'];
const RUNS = [1, 5, 10, 20, 50, 100];

interface FlakyFiltersProps {
  search: FlakySearch;
  tests: readonly FlakyTest[];
  used: UsedSource | undefined;
  onChange: (changes: Partial<FlakySearch>, options?: { replace: boolean }) => void;
}

/** The filters of the flaky tests. */
export function FlakyFilters({ search, tests, used, onChange }: FlakyFiltersProps) {
  // The API lists no owners; those of the shown tests are the ones to choose from.
  const owners = [...new Set([search.owner, ...tests.map(({ owner }) => owner)])]
    .filter((owner) => owner !== null && owner !== undefined)
    .toSorted();
  return (
    <div className="filters" role="group" aria-label="Filters">
      <SearchField
        label="Title or file"
        value={search.search}
        onChange={(text) => onChange({ search: text }, { replace: true })}
      />
      <FilterSelect
        label="State"
        unset="any"
        value={search.state}
        options={STATES.map((name) => ({ name }))}
        onChange={(state) => onChange({ state: state as TestState | undefined })}
      />
      {owners.length > 0 && (
        <FilterSelect
          label="Owner"
          unset="any"
          value={search.owner}
          options={owners.map((name) => ({ name }))}
          onChange={(owner) => onChange({ owner })}
        />
      )}
      <CommonFilters search={search} used={used} onChange={onChange} />
      <FilterSelect
        label="Runs"
        unset="5 or more"
        value={search.runs === undefined ? undefined : String(search.runs)}
        valueWords={(runs) => `${runs} or more`}
        options={RUNS.filter((runs) => runs !== 5).map((runs) => ({
          name: String(runs),
          words: `${runs} or more`,
        }))}
        onChange={(runs) => onChange({ runs: runs === undefined ? undefined : Number(runs) })}
      />
    </div>
  );
}
