import { useSearch } from '@tanstack/react-router';
import { ExecutionsChartPanel } from '../../components/charts/executions-chart-panel.tsx';
import { SourceNote } from '../../components/filters/source-select.tsx';
import { usePageTitle } from '../../frame/use-page-title.ts';
import { KeyHints, MOVE, OPEN } from '../../keyboard/key-hints.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { useChangeSearch } from '../../search/use-change-search.ts';
import { ExecutionsFilters } from './executions-filters.tsx';
import { ExecutionsHead } from './executions-head.tsx';
import { ExecutionsList } from './executions-list.tsx';
import { useExecutions } from './use-executions.ts';

/** What ran: all executions of a window, newest first. */
export function ExecutionsPage() {
  usePageTitle('Executions');
  useRowKeys();
  const search = useSearch({ from: '/frame/executions' });
  const change = useChangeSearch<ExecutionsSearch>();
  const listed = useExecutions(search);
  const { used, trends, sums, fresh, showNew } = listed;
  const isSearched = search.search !== undefined || search.tag !== undefined;
  const chooseDays = (from: string, to: string) =>
    change(
      from === to
        ? { day: search.day === from ? undefined : from }
        : { from, to, days: undefined, day: undefined },
    );
  return (
    <>
      <ExecutionsHead search={search} sums={sums} isSearched={isSearched} />
      <ExecutionsFilters search={search} sums={sums} used={used} onChange={change} />
      <SourceNote used={used} />
      {(sums === null || sums.total > 0 || search.day !== undefined) && (
        <ExecutionsChartPanel query={trends} onChoose={chooseDays} />
      )}
      <div className="live" aria-live="polite">
        {fresh.count > 0 && (
          <button className="btn new-rows" type="button" onClick={showNew}>
            {fresh.count}
            {fresh.isMany && ' or more'} new
          </button>
        )}
      </div>
      <ExecutionsList search={search} listed={listed} onChange={change} />
      <KeyHints
        hints={[
          MOVE,
          OPEN,
          { keys: ['x'], does: 'select to compare' },
          { keys: ['/'], does: 'filter' },
          { keys: ['1', '…', '5'], does: 'status' },
        ]}
      />
    </>
  );
}
