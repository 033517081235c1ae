import {
  ATTENTION_DAYS,
  type Attention,
  type AttentionQuery,
} from '@svc/contract/history/attention';
import type { Scope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { listBranchHeads, listIdleDefaultBranches } from './executions/branch-heads.queries.ts';
import { listFailingItems } from './failing/failing-items.ts';
import { listIncompleteItems } from './executions/incomplete-items.ts';
import { mergeItemsByFingerprint, MAX_ITEMS, type Asked } from './item.ts';
import { listNewlyFlakyItems } from './trends/newly-flaky-items.ts';
import { listRegressionItems } from './executions/regression-items.ts';
import { listSlowerItems } from './trends/slower-items.ts';
import { addHistory } from './failing/with-history.ts';
import { readUsedSource } from '../../history/used-source.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The items that need attention now, most severe kind first; each kind has its own order. Reads the history only for
 * the items that are shown.
 * @see docs/read/definitions.md, "Attention"
 */
export async function readAttention(
  { clock }: Pick<Deps, 'clock'>,
  scope: Scope,
  { project }: AttentionQuery,
): Promise<Attention> {
  const now = clock.now();
  const from = new Date(now.getTime() - ATTENTION_DAYS * DAY_MS);
  const [heads, counted] = await Promise.all([
    listBranchHeads(scope, { project, from }),
    readUsedSource(scope, { project, from, to: new Date(now.getTime() + DAY_MS) }),
  ]);
  const asked: Asked = { scope, project, counted: counted.filter, now };
  const groups = await Promise.all([
    listFailingItems(asked, heads),
    listRegressionItems(asked, heads),
    listIncompleteItems(asked, heads),
    listNewlyFlakyItems(asked),
    listSlowerItems(asked),
  ]);
  const idle = await listIdleDefaultBranches(scope, heads);
  const items = mergeItemsByFingerprint(groups.flat()).slice(0, MAX_ITEMS);
  return {
    items: await addHistory(asked, { items, heads }),
    idleDefaultBranches: idle,
    ...counted.answer,
  };
}
