import type { ResultTab } from '@svc/contract/executions/execution-view';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { formatNumber } from '../../../format/count.ts';

/** Filters the list by title and file. A tab without results has none: what failed outside of tests is not searched. */
export function ListFilter({ total, tab }: { total: number; tab: ResultTab }) {
  const { search } = useSearch({ from: '/frame/executions/$executionId' });
  const navigate = useNavigate({ from: '/executions/$executionId' });
  if (total === 0 && search === undefined) return null;
  return (
    <SearchField
      className="list-filter"
      label={`Filter ${NOUNS[tab](total)}`}
      value={search}
      onChange={(text) =>
        void navigate({
          search: (before) => ({ ...before, search: text, result: undefined, attempt: undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

const NOUNS: Record<ResultTab, (total: number) => string> = {
  failed: (total) => `${formatNumber(total)} ${total === 1 ? 'failure' : 'failures'}`,
  flaky: (total) => `${formatNumber(total)} flaky`,
  interrupted: (total) => `${formatNumber(total)} interrupted`,
  skipped: (total) => `${formatNumber(total)} skipped`,
  passed: (total) => `${formatNumber(total)} passed`,
  all: (total) => `${formatNumber(total)} ${total === 1 ? 'result' : 'results'}`,
};
