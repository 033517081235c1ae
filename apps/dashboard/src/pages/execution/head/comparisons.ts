import type { ExecutionSummary } from '@svc/contract/executions/execution-view';
import type { CompareSearch } from '../../../search/page-search.ts';

/** A comparison that the page of an execution offers. */
export interface OfferedComparison {
  /** What the execution is compared with: `main`, `last good` or `#41`. */
  other: string;
  search: Pick<CompareSearch, 'base' | 'head'>;
}

/**
 * What answers what the change did, most important first: the branch that it is to go into, then the last good
 * execution. On that branch itself without a good one: the execution before it. Empty for the first of a project.
 */
export function buildOfferedComparisons({
  execution: { id: head },
  base,
  lastGood,
  previous,
}: Pick<ExecutionSummary, 'base' | 'lastGood' | 'previous'> & {
  execution: { id: string };
}): OfferedComparison[] {
  const found = [
    base === null ? null : { other: base.branch, search: { base: `branch:${base.branch}`, head } },
    lastGood === null ? null : { other: 'last good', search: { base: lastGood.id, head } },
    base !== null || lastGood !== null || previous === null
      ? null
      : { other: `#${previous.number}`, search: { base: previous.id, head } },
  ];
  return found.filter((one) => one !== null);
}
