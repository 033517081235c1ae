import type { TestEventType } from '@svc/contract/zod-free/event-types';
import type { TransactionScope } from '../../../db/scope.ts';
import type { TestNews, WaitingNews } from './news.ts';
import { deleteNews, storeNews } from './waiting-news.queries.ts';

/**
 * Stores news until its execution settles, and withdraws outdated news, in the transaction that stores the states. The
 * opposite of withdrawn news is not stored, because news is sent only after its execution has settled, so the withdrawn
 * news was not sent.
 */
export async function writeNews(
  scope: TransactionScope,
  { news, outdated }: { news: readonly TestNews[]; outdated: readonly WaitingNews[] },
): Promise<void> {
  const withdrawn = await deleteNews(scope, outdated);
  const cancelled = new Set(
    withdrawn.map((one) => buildNewsKey({ ...one, type: OPPOSITES[one.type] })),
  );
  await storeNews(
    scope,
    news.filter((one) => one.type === 'test.flaky' || !cancelled.has(buildNewsKey(one))),
  );
}

const OPPOSITES = {
  'test.flaky': null,
  'test.regressed': 'test.recovered',
  'test.recovered': 'test.regressed',
} as const satisfies Record<TestEventType, TestEventType | null>;

function buildNewsKey({
  type,
  testId,
  branch,
}: {
  type: TestEventType | null;
  testId: string;
  branch: string | null;
}): string {
  return JSON.stringify([type, testId, branch]);
}
