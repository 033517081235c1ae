import type { ResultTab } from '@svc/contract/executions/execution-view';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { formatCount } from '../../../format/count.ts';

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
  failed: (total) => `${formatCount(total)} ${total === 1 ? 'failure' : 'failures'}`,
  flaky: (total) => `${formatCount(total)} flaky`,
  interrupted: (total) => `${formatCount(total)} interrupted`,
  skipped: (total) => `${formatCount(total)} skipped`,
  passed: (total) => `${formatCount(total)} passed`,
  all: (total) => `${formatCount(total)} ${total === 1 ? 'result' : 'results'}`,
};
