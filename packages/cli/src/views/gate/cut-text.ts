import type { GateRow } from '@svc/analysis/causes/gate-rows';
import { counted } from '@svc/analysis/text/numbers';
import { testsOfCause } from '../causes/cause-lines.ts';

/** `and 3 more causes. More:`, for a list that does not show everything; `count` is the number of its entries. */
export function cutText<Item>(
  rows: readonly GateRow<Item>[],
  { count, limit }: { count: number; limit: number },
): string | undefined {
  const shown = rows.slice(0, limit);
  const left = Math.max(0, count - shown.length);
  const most = testsOfCause(rows, limit);
  const isCut = shown.some((row) => row.kind === 'cause' && row.items.length > most);
  if (left > 0) return `and ${counted(left, 'more cause')}. More:`;
  return isCut ? 'More:' : undefined;
}
