import {
  ATTENTION_DAYS,
  type Attention,
  type AttentionQuery,
} from '@svc/contract/history/attention';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { branchHeads, type BranchHead, ciProjects } from './executions/branch-heads.queries.ts';
import { failingItems } from './failing/failing-items.ts';
import { incompleteItems } from './executions/incomplete-items.ts';
import { fingerprintsOnce, MAX_ITEMS, type Asked } from './item.ts';
import { newlyFlakyItems } from './trends/newly-flaky-items.ts';
import { regressionItems } from './executions/regression-items.ts';
import { slowerItems } from './trends/slower-items.ts';
import { withHistory } from './failing/with-history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What needs attention now, most severe kind first; each kind has its own order. Reads the history only for the items
 * that are shown.
 * @see definitions: attention
 */
export async function attentionOf(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { project }: AttentionQuery,
): Promise<Attention> {
  const now = clock.now();
  const from = new Date(now.getTime() - ATTENTION_DAYS * DAY_MS);
  const [heads, withCi] = await Promise.all([
    branchHeads(scope, { project, from }),
    ciProjects(scope, from),
  ]);
  const asked: Asked = { scope, project, ciProjects: withCi, now };
  const groups = await Promise.all([
    failingItems(asked, heads),
    regressionItems(asked, heads),
    incompleteItems(asked, heads),
    newlyFlakyItems(asked),
    slowerItems(asked),
  ]);
  const items = fingerprintsOnce(groups.flat()).slice(0, MAX_ITEMS);
  const localProjects = projectsOf(heads.filter((head) => !head.fromCi));
  return {
    items: await withHistory(asked, { items, heads }),
    source: heads.length > 0 && localProjects.length === 0 ? 'ci' : 'all',
    localProjects: localProjects.slice(0, MAX_LOCAL_PROJECTS),
  };
}

const MAX_LOCAL_PROJECTS = 20;

function projectsOf(heads: readonly BranchHead[]): string[] {
  return [...new Set(heads.map((head) => head.project))].toSorted();
}
