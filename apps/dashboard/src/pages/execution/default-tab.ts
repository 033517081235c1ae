import type { ExecutionSummary } from '@svc/contract/execution-view';
import type { ExecutionSearch } from '../../search/page-search.ts';

export type ExecutionTab = NonNullable<ExecutionSearch['tab']>;

/** The tab of an address without one: what broke, otherwise everything. */
export function defaultTab({
  counts,
  errors,
  brokenFiles,
  execution,
}: Pick<ExecutionSummary, 'counts' | 'errors' | 'brokenFiles' | 'execution'>): ExecutionTab {
  const hasProblems = errors.length > 0 || brokenFiles.items.length > 0;
  if (counts.failed > 0 || hasProblems || execution.status === 'running') return 'failed';
  if (counts.interrupted > 0) return 'interrupted';
  return counts.flaky > 0 ? 'flaky' : 'all';
}
