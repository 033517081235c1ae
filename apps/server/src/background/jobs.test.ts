import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../test/app.ts';
import { inDays } from '../../test/clock.ts';
import { makeUpload, rethrow, upload } from '../../test/make.ts';
import { buildQueuedJobs } from './jobs.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'works in all organizations' });
});
afterAll(() => server.close());

it('does each queued job in every organization, whatever the time of day', async () => {
  const other = await server.makeOrganization('Other');
  for (const days of [0, 20]) {
    server.setNow(inDays(days));
    for (const apiKey of [server.apiKey, other.apiKey]) {
      await upload({ app: server.app, apiKey }, makeUpload(), { 'idempotency-key': `day ${days}` });
    }
  }
  const jobs = buildQueuedJobs(server.deps, { info: () => {}, error: rethrow });
  for (const job of jobs) await job.work({});
  const kept = await server.deps.database.query<{ keys: number }>(
    'SELECT count(*)::integer AS keys FROM idempotency_keys GROUP BY organization_id',
  );
  expect(kept).toEqual([{ keys: 1 }, { keys: 1 }]);
});
