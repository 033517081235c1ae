import type { Database } from '../../../db/connections/database.ts';
import { createScope } from '../../../db/scope.ts';
import type { Clock } from '../../../clock.ts';
import { writeEvents, type NewEvent } from '../../../db/outbox/events.queries.ts';
import { cutEventText } from './cut-event-text.ts';
import {
  lockExecutionsWithNews,
  takeTestNews,
  type ReportedNews,
} from './take-test-news.queries.ts';

const EXECUTIONS_AT_ONCE = 50;

// A roll-up that keeps failing must not hold up the news of its execution forever.
const ROLL_UP_MS = 15 * 60 * 1000;

/**
 * Reports what roll-ups found out about tests, in every organization: one event of each type for an execution, with all
 * its tests. An execution is reported when it has settled and a roll-up has seen all its parts, or 15 minutes after it
 * settled. News that a roll-up finds later has further events. An event is written in the transaction that deletes its
 * news. Safe on several servers. Returns the number of events.
 */
export async function reportTestNews({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  let done = 0;
  for (;;) {
    const { executions, events } = await database.transaction(async (transaction) => {
      const locked = await lockExecutionsWithNews(transaction, {
        settledBefore: new Date(clock.now().getTime() - ROLL_UP_MS),
        limit: EXECUTIONS_AT_ONCE,
      });
      if (locked.length === 0) return { executions: 0, events: 0 };
      const news = await takeTestNews(transaction, locked);
      for (const [organizationId, some] of Map.groupBy(news, (one) => one.organizationId)) {
        await writeEvents(createScope(transaction, organizationId), some.map(buildTestEvent));
      }
      return { executions: locked.length, events: news.length };
    });
    done += events;
    // No event means that a roll-up has locked all this news; the next round takes it.
    if (executions < EXECUTIONS_AT_ONCE || events === 0) return done;
  }
}

function buildTestEvent({ type, data }: ReportedNews): NewEvent {
  const tests = data.tests.map(({ testId, title, file }) => ({
    testId,
    title: cutEventText(title),
    file: cutEventText(file),
  }));
  return { type, data: { ...data, tests } };
}
