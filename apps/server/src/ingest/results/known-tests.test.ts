import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeResults, makeUpload, upload } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

it('stores a test again that a restored backup lacks', async () => {
  await upload(server, makeUpload({ results: makeResults('old') }));
  const lost = [
    await upload(server, makeUpload({ results: makeResults('old', 'new') })),
    await upload(server, makeUpload({ results: makeResults('old', 'new') })),
  ];
  await restoreBackupWithout(lost.map(({ executionId }) => executionId));
  expect(await titles()).toEqual(['old']);
  await upload(server, makeUpload({ results: makeResults('old', 'new') }));
  expect(await titles()).toEqual(['new', 'old']);
});

async function titles(): Promise<string[]> {
  const rows = await server.deps.database.query<{ title: string }>(
    'SELECT title_path ->> 0 AS title FROM tests WHERE organization_id = $1 ORDER BY 1',
    [server.organizationId],
  );
  return rows.map(({ title }) => title);
}

/** Puts the organization's data into the state of a restored backup from before these executions, under a running server. */
async function restoreBackupWithout(executionIds: string[]): Promise<void> {
  const { scope } = server;
  await scope.query('DELETE FROM results WHERE execution_id = ANY ($1)', [executionIds]);
  await scope.query('DELETE FROM executions WHERE id = ANY ($1)', [executionIds]);
  await scope.query(
    `DELETE FROM tests
     WHERE organization_id = $1
       AND id NOT IN (SELECT test_id FROM results WHERE organization_id = $1)`,
    [server.organizationId],
  );
}
