import { useQuery } from '@tanstack/react-query';
import { NothingMatches } from '../../components/filters/nothing-matches.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { NothingRan } from '../../components/states/nothing-ran.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { formatCount } from '../../format/count.ts';
import { buildAskedFilters, isFiltered } from '../../search/asked-filters.ts';
import { filterWords } from '../../search/filter-words.ts';
import type { FlakySearch } from '../../search/page-search.ts';
import { formatWindow } from '../../search/time-window.ts';
import { trpc } from '../../server/trpc.ts';

interface FlakyEmptyProps {
  search: FlakySearch;
  onClear: () => void;
}

/** No flaky test: nothing matches the filters, nothing is wrong, or nothing ran. */
export function FlakyEmpty({ search, onClear }: FlakyEmptyProps) {
  const { search: text, state, owner, runs } = search;
  const figures = useQuery(trpc.metrics.get.queryOptions(buildAskedFilters(search)));
  if (isFiltered(search) || [text, state, owner, runs].some((value) => value !== undefined)) {
    const words = filterWords(search, [
      state && `state ${state}`,
      owner && `owner ${owner}`,
      runs === undefined ? undefined : `${runs} or more runs`,
    ]);
    return <NothingMatches noun="flaky test" words={words} onClear={onClear} />;
  }
  const executions = figures.data?.executions.total;
  if (executions === 0) return <NothingRan period={formatWindow(search)} />;
  return (
    <Empty glyph={<StatusGlyph status="passed" size={26} label={null} />} title="No test is flaky">
      {executions !== undefined &&
        `No test of ${formatCount(executions, 'execution')} passed on retry or contradicted itself on one commit.`}
    </Empty>
  );
}
