import type { ReactNode } from 'react';
import { PageHead } from '../../components/layout/lead-sentence.tsx';
import type { ExecutionsSearch } from '../../search/page-search.ts';
import { formatDate } from '../../format/time.ts';
import { midnight, windowWords } from '../../search/time-window.ts';
import {
  executionsSentence,
  matchSentence,
  otherExecutions,
  type ExecutionSums,
} from './execution-sums.ts';

interface ExecutionsHeadProps {
  search: ExecutionsSearch;
  /** Null: not known yet, or beside a search. */
  sums: ExecutionSums | null;
  /** What a search found. */
  found: { shown: number; hasMore: boolean } | null;
  action: ReactNode;
}

/** The page's answer: how many executions ran and failed. */
export function ExecutionsHead({ search, sums, found, action }: ExecutionsHeadProps) {
  const when =
    search.day === undefined
      ? `In ${windowWords(search)}`
      : `On ${formatDate(midnight(search.day))}`;
  if (found !== null) {
    return (
      <PageHead title={matchSentence(found.shown, found.hasMore)} action={action}>
        {when}.
      </PageHead>
    );
  }
  const others = sums === null ? '' : otherExecutions(sums);
  return (
    <PageHead title={sums === null ? 'Executions' : executionsSentence(sums)} action={action}>
      {others === '' ? `${when}.` : `${when}; ${others}.`}
    </PageHead>
  );
}
