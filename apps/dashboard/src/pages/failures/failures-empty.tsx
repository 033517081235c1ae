import type { Metrics } from '@svc/contract/history/metrics';
import { NothingMatches } from '../../components/filters/nothing-matches.tsx';
import { Empty } from '../../components/states/empty.tsx';
import { NothingRan } from '../../components/states/nothing-ran.tsx';
import { StatusGlyph } from '../../components/status/status-glyph.tsx';
import { formatCount } from '../../format/count.ts';
import { isFiltered } from '../../search/asked-filters.ts';
import { filterWords } from '../../search/filter-words.ts';
import type { FailuresSearch } from '../../search/page-search.ts';
import { formatWindow } from '../../search/time-window.ts';

interface FailuresEmptyProps {
  search: FailuresSearch;
  figures: Metrics | undefined;
  onClear: () => void;
}

/** No failure: nothing matches the filters, nothing is wrong, or nothing ran. */
export function FailuresEmpty({ search, figures, onClear }: FailuresEmptyProps) {
  const { search: text, phase } = search;
  if (isFiltered(search) || text !== undefined || phase !== undefined) {
    const words = filterWords(search, [phase && `phase ${phase}`]);
    return <NothingMatches noun="failure" words={words} onClear={onClear} />;
  }
  const executions = figures?.executions.total;
  if (executions === 0) return <NothingRan period={formatWindow(search)} />;
  return (
    <Empty glyph={<StatusGlyph status="passed" size={26} label={null} />} title="Nothing failed">
      {executions !== undefined &&
        `No test failed in ${formatCount(executions, 'execution')} of ${formatWindow(search)}.`}
    </Empty>
  );
}
