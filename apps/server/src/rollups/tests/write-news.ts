import type { TransactionScope } from '../../db/scope.ts';
import { writeEvents, type NewEvent } from '../../outbox/events.queries.ts';
import { namesOfTests } from './test-states.queries.ts';
import type { TestNews } from './news.ts';

/** Writes the events of these news, in the transaction that stores the states. */
export async function writeNews(scope: TransactionScope, news: readonly TestNews[]): Promise<void> {
  if (news.length === 0) return;
  const names = await namesOfTests(scope, [...new Set(news.map((one) => one.testId))]);
  await writeEvents(
    scope,
    news.flatMap((one): NewEvent[] => {
      const named = names.get(one.testId);
      if (named === undefined) return [];
      const data = { ...named, testId: one.testId, executionId: one.executionId };
      return one.type === 'test.flaky'
        ? [{ type: one.type, data }]
        : [{ type: one.type, data: { ...data, branch: one.branch } }];
    }),
  );
}
