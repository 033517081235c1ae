import type { Database } from '../../../db/connections/database.ts';
import { workThroughOrganizations } from '../../../db/work-through-organizations.ts';
import type { Clock } from '../../../clock.ts';
import { writeEvents, type NewEvent } from '../../../db/outbox/events.queries.ts';
import { cutEventText } from './cut-event-text.ts';
import {
  listOrganizationsWithNews,
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
 * news. Safe on several servers. Returns the number of executions.
 */
export async function reportTestNews({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<number> {
  const settledBefore = new Date(clock.now().getTime() - ROLL_UP_MS);
  return workThroughOrganizations(database, {
    listOrganizations: () => listOrganizationsWithNews(database),
    atOnce: EXECUTIONS_AT_ONCE,
    work: async (scope, limit) => {
      const executionIds = await lockExecutionsWithNews(scope, { settledBefore, limit });
      if (executionIds.length === 0) return 0;
      const news = await takeTestNews(scope, executionIds);
      await writeEvents(scope, news.map(buildTestEvent));
      // No event means that a roll-up has locked all this news; the next round takes it.
      return news.length === 0 ? 0 : executionIds.length;
    },
  });
}

function buildTestEvent({ type, data }: ReportedNews): NewEvent {
  const tests = data.tests.map(({ testId, title, file }) => ({
    testId,
    title: cutEventText(title),
    file: cutEventText(file),
  }));
  return { type, data: { ...data, tests } };
}
