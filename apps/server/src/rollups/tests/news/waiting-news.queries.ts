import { toArrayLiteral } from '../../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../../db/scope.ts';
import type { TestNews, WaitingNews } from './news.ts';

/** The news of these tests that waits until one of these executions settles. */
export function listWaitingNews(
  scope: TransactionScope,
  { testIds, executionIds }: { testIds: readonly string[]; executionIds: readonly string[] },
): Promise<WaitingNews[]> {
  return scope.query<WaitingNews>(
    `SELECT test_news.type,
            replace(test_news.test_id::text, '-', '') AS "testId",
            test_news.execution_id AS "executionId",
            executions.branch
     FROM test_news
     JOIN executions ON executions.organization_id = $1 AND executions.id = test_news.execution_id
     WHERE test_news.organization_id = $1
       AND test_news.execution_id = ANY ($2::uuid[])
       AND test_news.test_id = ANY ($3::uuid[])`,
    [scope.organizationId, toArrayLiteral(executionIds), toArrayLiteral(testIds)],
  );
}

/** Whether any news waits until one of these executions settles. */
export async function hasWaitingNews(
  scope: TransactionScope,
  executionIds: readonly string[],
): Promise<boolean> {
  const rows = await scope.query(
    `SELECT 1
     FROM test_news
     WHERE organization_id = $1 AND execution_id = ANY ($2::uuid[])
     LIMIT 1`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return rows.length > 0;
}

/** Returns the deleted news. The rest was reported meanwhile. */
export async function deleteNews(
  scope: TransactionScope,
  news: readonly WaitingNews[],
): Promise<WaitingNews[]> {
  if (news.length === 0) return [];
  const rows = await scope.query<{ place: number }>(
    `DELETE FROM test_news
     USING unnest($2::uuid[], $3::text[], $4::uuid[]) WITH ORDINALITY
             AS outdated (execution_id, type, test_id, place)
     WHERE test_news.organization_id = $1
       AND test_news.execution_id = outdated.execution_id
       AND test_news.type = outdated.type
       AND test_news.test_id = outdated.test_id
     RETURNING outdated.place::integer`,
    [scope.organizationId, ...toNewsColumns(news)],
  );
  const deleted = new Set(rows.map((row) => row.place));
  return news.filter((_, index) => deleted.has(index + 1));
}

/** Stores news for `reportTestNews`. */
export async function storeNews(scope: TransactionScope, news: readonly TestNews[]): Promise<void> {
  if (news.length === 0) return;
  await scope.query(
    `INSERT INTO test_news (organization_id, execution_id, type, test_id)
     SELECT organizations.organization_id, new.execution_id, new.type, new.test_id
     FROM organizations
     CROSS JOIN unnest($2::uuid[], $3::text[], $4::uuid[]) AS new (execution_id, type, test_id)
     WHERE organizations.organization_id = $1
     ON CONFLICT DO NOTHING`,
    [scope.organizationId, ...toNewsColumns(news)],
  );
}

function toNewsColumns(
  news: readonly Pick<TestNews, 'executionId' | 'type' | 'testId'>[],
): unknown[] {
  return [
    toArrayLiteral(news.map((one) => one.executionId)),
    toArrayLiteral(news.map((one) => one.type)),
    toArrayLiteral(news.map((one) => one.testId)),
  ];
}
