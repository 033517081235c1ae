import { useNavigate } from '@tanstack/react-router';
import { CompareAction } from '../../components/executions/compare-action.tsx';
import { ExecutionsTable, StatusLegend } from '../../components/executions/executions-table.tsx';
import { useComparePicks } from '../../components/executions/use-compare-picks.ts';
import { NothingMatches } from '../../components/filters/nothing-matches.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { MoreRows } from '../../components/lists/more-rows.tsx';
import { SkeletonRows } from '../../components/states/skeleton.tsx';
import { isFiltered } from '../../search/asked-filters.ts';
import { changeSearch } from '../../search/changed-search.ts';
import { filterWords } from '../../search/filter-words.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { ExecutionsEmpty } from './executions-empty.tsx';
import type { useExecutions } from './use-executions.ts';

interface ExecutionsListProps {
  search: ExecutionsSearch;
  listed: ReturnType<typeof useExecutions>;
  onChange: (changes: Partial<ExecutionsSearch>) => void;
}

/** The executions by day. The user can tick two of them and compare them. */
export function ExecutionsList({ search, listed, onChange }: ExecutionsListProps) {
  const { list, executions, sums } = listed;
  const picks = useComparePicks();
  const withProject = search.project === undefined;
  return (
    <>
      <ListPanel
        list={list}
        what="The executions"
        skeleton={<SkeletonRows rows={12} />}
        empty={
          executions.length > 0 ? null : (
            <NoExecution search={search} listed={listed} onChange={onChange} />
          )
        }
      >
        <ExecutionsTable
          executions={executions}
          withProject={withProject}
          isPicked={picks.isPicked}
          onPick={picks.toggle}
          isOutdated={list.isPlaceholderData}
        >
          <MoreRows
            list={list}
            shown={executions.length}
            total={sums === null ? undefined : sums[search.status ?? 'total']}
            aside={<StatusLegend />}
          />
        </ExecutionsTable>
      </ListPanel>
      <CompareAction picks={picks.picks} withProject={withProject} onClear={picks.clear} />
    </>
  );
}

/** Nothing matches the filters, or nothing ran. */
function NoExecution({ search, listed: { used }, onChange }: ExecutionsListProps) {
  const navigate = useNavigate({ from: '/executions' });
  const { search: text, status, tag, day, source } = search;
  if (isFiltered(search) || text !== undefined || tag !== undefined || status || day) {
    const words = filterWords(search, [
      status,
      source === undefined && used?.source === 'ci' ? 'from CI' : undefined,
      tag && `tag ${tag}`,
      day && `on ${day}`,
    ]);
    return (
      <NothingMatches
        noun="execution"
        words={words}
        onClear={() => void navigate({ search: ({ project }) => changeSearch({ project }, {}) })}
      />
    );
  }
  return (
    <ExecutionsEmpty
      search={search}
      onWiden={() => onChange({ days: 365, from: undefined, to: undefined })}
      onShowLocal={() => onChange({ source: 'all' })}
    />
  );
}
