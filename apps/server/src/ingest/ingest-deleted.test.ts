import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { makeUpload, upload } from '../../test/make.ts';
import { lockParts } from '../db/locks.ts';
import { deleteExecutions } from '../rollups/delete-executions.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

const shard = (index: number) =>
  makeUpload({ execution: { key: 'late', shard: { index, total: 2 } } });

it('creates an execution again that retention deletes during the upload of a late shard', async () => {
  const first = await upload(server, shard(1));
  const late = await server.scope.transaction(async (scope) => {
    await lockParts(scope, [first.executionId], { shared: false });
    const uploaded = upload(server, shard(2));
    await expect
      .poll(() =>
        server.deps.database.query(
          `SELECT FROM pg_locks
           WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        ),
      )
      .not.toEqual([]);
    await deleteExecutions(scope, [first.executionId]);
    return { uploaded };
  });
  const second = await late.uploaded;
  expect(second.executionId).not.toBe(first.executionId);
  expect(second.accepted.results).toBeGreaterThan(0);
});
