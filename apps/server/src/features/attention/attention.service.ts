import type { Attention, AttentionQuery } from '@svc/contract/attention';
import type { Deps } from '../../deps.ts';
import { branchHeads } from './branch-heads.queries.ts';
import { failingItems } from './failing-items.ts';
import { incompleteItems } from './incomplete-items.ts';
import { fingerprintsOnce, type Asked } from './item.ts';
import { newlyFlakyItems } from './newly-flaky-items.ts';
import { regressionItems } from './regression-items.ts';
import { slowerItems } from './slower-items.ts';
import { withHistory } from './with-history.ts';

const MAX_ITEMS = 20;
const BRANCH_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What needs a person now, most severe first: each kind's items in their own order, one after the
 * other. What a failure looks like over time is read for the items that are shown alone.
 * @see definitions: attention
 */
export async function attentionOf(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { organizationId }: { organizationId: string },
  { project }: AttentionQuery,
): Promise<Attention> {
  const asked: Asked = { database, organizationId, project, now: clock.now() };
  const heads = await branchHeads(database, organizationId, {
    project,
    from: new Date(asked.now.getTime() - BRANCH_DAYS * DAY_MS),
  });
  const groups = await Promise.all([
    failingItems(asked, heads),
    regressionItems(asked, heads),
    incompleteItems(asked, heads),
    newlyFlakyItems(asked),
    slowerItems(asked),
  ]);
  const items = fingerprintsOnce(groups.flat()).slice(0, MAX_ITEMS);
  return { items: await withHistory(asked, items) };
}
