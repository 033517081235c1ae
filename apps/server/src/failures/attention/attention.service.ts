import {
  ATTENTION_DAYS,
  type Attention,
  type AttentionQuery,
} from '@svc/contract/history/attention';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { branchHeads, idleDefaultBranches } from './executions/branch-heads.queries.ts';
import { failingItems } from './failing/failing-items.ts';
import { incompleteItems } from './executions/incomplete-items.ts';
import { fingerprintsOnce, MAX_ITEMS, type Asked } from './item.ts';
import { newlyFlakyItems } from './trends/newly-flaky-items.ts';
import { regressionItems } from './executions/regression-items.ts';
import { slowerItems } from './trends/slower-items.ts';
import { withHistory } from './failing/with-history.ts';
import { usedSource } from '../../history/used-source.queries.ts';

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
  const [heads, counted] = await Promise.all([
    branchHeads(scope, { project, from }),
    usedSource(scope, { project, from, to: new Date(now.getTime() + DAY_MS) }),
  ]);
  const asked: Asked = { scope, project, counted: counted.filter, now };
  const groups = await Promise.all([
    failingItems(asked, heads),
    regressionItems(asked, heads),
    incompleteItems(asked, heads),
    newlyFlakyItems(asked),
    slowerItems(asked),
  ]);
  const idle = await idleDefaultBranches(scope, heads);
  const items = fingerprintsOnce(groups.flat()).slice(0, MAX_ITEMS);
  return {
    items: await withHistory(asked, { items, heads }),
    idleDefaultBranches: idle,
    ...counted.answer,
  };
}
