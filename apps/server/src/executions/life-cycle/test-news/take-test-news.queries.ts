import type { TestEventType } from '@svc/contract/zod-free/event-types';
import { EVENT_TESTS_MOST, EVENT_TEXT_BYTES, type EventData } from '@svc/contract/webhooks/events';
import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { Database } from '../../../db/connections/database.ts';
import type { TransactionScope } from '../../../db/scope.ts';

export async function listOrganizationsWithNews(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM test_news',
  );
  return rows.map((row) => row.id);
}

/**
 * Locks executions that have settled and have news of tests, so that neither another server nor an upload changes them.
 * Skips locked ones, and those with a change that no roll-up has seen, unless they settled before `settledBefore`.
 * Returns their ids.
 */
export async function lockExecutionsWithNews(
  scope: TransactionScope,
  { settledBefore, limit }: { settledBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await scope.query<{ id: string }>(
    `WITH with_news AS (
       SELECT DISTINCT execution_id FROM test_news WHERE organization_id = $1
     )
     SELECT executions.id
     FROM with_news
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = with_news.execution_id
     WHERE executions.settle_at IS NULL
       AND executions.status <> 'running'
       AND (coalesce(executions.settled_at, '-infinity') <= $2
         OR NOT EXISTS (
           SELECT 1
           FROM execution_changes
           WHERE execution_changes.organization_id = $1
             AND execution_changes.execution_id = executions.id))
     LIMIT $3
     FOR NO KEY UPDATE OF executions SKIP LOCKED`,
    [scope.organizationId, settledBefore, limit],
  );
  return rows.map((row) => row.id);
}

// Each character has at least one byte, so a text of this length is too long for an event.
const READ_LENGTH = EVENT_TEXT_BYTES + 1;

/** An event to write. Titles and files that are too long for it have 257 characters. */
export interface ReportedNews {
  type: TestEventType;
  data: EventData<'test.flaky'>;
}

/**
 * Deletes the news of these executions and returns it, by type, with the first tests in the order of file and title.
 * Skips rows that a roll-up withdraws at this moment, so that neither waits for the other's locks.
 */
export function takeTestNews(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<ReportedNews[]> {
  return scope.query<ReportedNews>(
    `WITH free AS (
       SELECT test_news.*
       FROM test_news
       WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
       FOR UPDATE OF test_news SKIP LOCKED
     ), taken AS (
       DELETE FROM test_news
       USING free
       WHERE test_news.organization_id = $1
         AND test_news.execution_id = free.execution_id
         AND test_news.type = free.type
         AND test_news.test_id = free.test_id
       RETURNING test_news.*
     ), named AS (
       SELECT taken.*,
              left(tests.file, ${READ_LENGTH}) AS file,
              left(tests.title_path ->> -1, ${READ_LENGTH}) AS title,
              row_number() OVER (
                PARTITION BY taken.execution_id, taken.type
                ORDER BY tests.file COLLATE "C", tests.title_path::text COLLATE "C", tests.id) AS place
       FROM taken
       JOIN tests ON tests.organization_id = $1 AND tests.id = taken.test_id
     ), news AS (
       SELECT execution_id, type,
              count(*)::integer AS tests,
              json_agg(
                json_build_object('testId', replace(test_id::text, '-', ''), 'title', title, 'file', file)
                ORDER BY place) FILTER (WHERE place <= ${EVENT_TESTS_MOST}) AS named_tests
       FROM named
       GROUP BY execution_id, type
     )
     SELECT news.type,
            json_build_object(
              'executionId', executions.id,
              'number', executions.number,
              'project', projects.name,
              'branch', executions.branch,
              'tests', news.named_tests,
              'testCount', news.tests) AS data
     FROM news
     JOIN executions ON executions.organization_id = $1
                    AND executions.id = news.execution_id
     JOIN projects ON projects.organization_id = $1
                  AND projects.id = executions.project_id
     ORDER BY executions.settled_at, executions.id, news.type`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
}
