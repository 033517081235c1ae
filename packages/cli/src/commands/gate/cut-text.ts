import type { GateRow } from '@svc/analysis/causes/gate-rows';
import { counted, grouped } from '@svc/analysis/text/numbers';
import { testsOfCause } from '../../wording/cause-lines.ts';

interface Counts {
  /** Of the list's entries. */
  count: number;
  /** How many failures and problems there are. The server may list fewer. */
  total: number;
  limit: number;
}

/**
 * `and 3 more causes. More:`, for a list that does not show everything. Where no command can show all of it: `and 3
 * more causes. The first 999 of 1503:`; and without a colon where none can show more.
 */
export function cutText<Item>(
  rows: readonly GateRow<Item>[],
  { count, total, limit }: Counts,
): string | undefined {
  const shown = rows.slice(0, limit);
  const left = Math.max(0, count - shown.length);
  const most = testsOfCause(rows, limit);
  const isCut = shown.some((row) => row.kind === 'cause' && row.items.length > most);
  const listed = rows.reduce((sum, row) => sum + (row.kind === 'test' ? 1 : row.items.length), 0);
  const mayShowMore = isCut || rows.length > shown.length;
  const causes = left > 0 ? [`and ${counted(left, 'more cause')}.`] : [];
  if (listed >= total) return mayShowMore ? [...causes, 'More:'].join(' ') : causes[0];
  const first = `The first ${grouped(listed)} of ${grouped(total)}`;
  return [...causes, mayShowMore ? `${first}:` : `${first} are listed.`].join(' ');
}
