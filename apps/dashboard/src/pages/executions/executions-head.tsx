import { PageHead } from '../../components/layout/lead-sentence.tsx';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { formatDate } from '../../format/time.ts';
import { toMidnight, formatWindow } from '../../search/time-window.ts';
import {
  describeExecutions,
  describeOtherExecutions,
  type ExecutionSums,
} from './execution-sums.ts';

interface ExecutionsHeadProps {
  search: ExecutionsSearch;
  /** Null: not known yet. */
  sums: ExecutionSums | null;
  isSearched: boolean;
}

/** The page's answer: how many executions ran and failed. */
export function ExecutionsHead({ search, sums, isSearched }: ExecutionsHeadProps) {
  const period =
    search.day === undefined
      ? `In ${formatWindow(search)}`
      : `On ${formatDate(toMidnight(search.day))}`;
  const when = isSearched ? `${period}, only matches` : period;
  const others = sums === null ? '' : describeOtherExecutions(sums);
  return (
    <PageHead title={sums === null ? 'Executions' : describeExecutions(sums)}>
      {others === '' ? `${when}.` : `${when}; ${others}.`}
    </PageHead>
  );
}
