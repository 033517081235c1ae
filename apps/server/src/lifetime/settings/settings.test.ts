import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeResults, makeUpload, settle, upload } from '../../../test/make.ts';
import { call, refusal } from '../../../test/procedures.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import { makeArtifact, makeUploadWith, put } from '../../../test/storages/artifacts.ts';
import { makePartitions } from '../../db/partitions/partitions.ts';
import { createScope, type Scope } from '../../db/scope.ts';
import { countNextSweep } from '../retention/next-sweep.ts';
import { applyRetention } from '../retention/retention.ts';

// A Tuesday nine weeks before NOW, which is a Monday.
const OLD = new Date('2026-09-15T10:00:00Z');
const NOW = new Date('2026-11-16T12:00:00Z');

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'applies retention to all organizations' });
  base = await server.listen();
  await makePartitions(server.deps.database, OLD, NOW);
});
afterAll(() => server.close());

let organizationId: string;
let to: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
let admin: string;
beforeEach(async () => {
  const made = await server.makeOrganization(randomUUID());
  ({ organizationId } = made);
  to = { app: server.app, apiKey: made.apiKey };
  scope = createScope(server.deps.database, organizationId);
  admin = (await signInAs(server, organizationId, 'admin')).token;
});

async function uploadAt(at: Date): Promise<void> {
  server.setNow(at);
  const artifacts = [makeArtifact('file', '12345')];
  const { uploads } = await upload(
    to,
    makeUploadWith(artifacts, { execution: { startedAt: at.toISOString() } }),
  );
  for (const wanted of uploads) await put(base, wanted, '12345');
  await upload(
    to,
    makeUpload({ execution: { startedAt: at.toISOString() }, results: makeResults('a', 'b') }),
  );
  server.setNow(null);
}

const NOTHING = { count: 0, isMore: false, oldestAt: null };

it('starts without limits, and says what is stored', async () => {
  await uploadAt(new Date(NOW.getTime()));
  const { settings, nextSweep, stored } = await call(server, admin, 'settings.retention', {});
  expect(settings).toEqual({ resultsDays: null, artifactsDays: null, rollUpsDays: null });
  expect(nextSweep).toEqual({
    results: { ...NOTHING, results: 0 },
    artifacts: { ...NOTHING, bytes: 0 },
    rollUps: NOTHING,
  });
  expect(stored).toMatchObject({ artifactFiles: 1, artifactBytes: 5 });
  expect(stored.databaseBytes).toBeGreaterThan(1_000_000);
});

const set = (change: object) => call(server, admin, 'settings.setRetention', change);

it('changes the given settings only, for admins', async () => {
  await set({ resultsDays: 30 });
  const { settings } = await set({ rollUpsDays: 60, artifactsDays: 7 });
  expect(settings).toEqual({ resultsDays: 30, artifactsDays: 7, rollUpsDays: 60 });
  const { token: member } = await signInAs(server, organizationId, 'member');
  expect(await call(server, member, 'settings.retention', {})).toMatchObject({ settings });
  expect((await refusal(server, member, 'settings.setRetention', { resultsDays: 1 })).status).toBe(
    403,
  );
  expect(await refusal(server, admin, 'settings.setRetention', { rollUpsDays: 29 })).toEqual({
    status: 400,
    message: 'rollUpsDays: Must not be less than resultsDays: roll-ups are derived from results.',
    details: [
      {
        path: 'rollUpsDays',
        message: 'Must not be less than resultsDays: roll-ups are derived from results',
      },
    ],
  });
  expect((await refusal(server, admin, 'settings.setRetention', { resultsDays: 0 })).status).toBe(
    400,
  );
});

it('keeps both of two changes at the same time', async () => {
  for (let days = 1; days <= 5; days++) {
    await Promise.all([set({ resultsDays: days }), set({ artifactsDays: days })]);
    const { settings } = await call(server, admin, 'settings.retention', {});
    expect(settings).toEqual({ resultsDays: days, artifactsDays: days, rollUpsDays: null });
  }
});

it('counts what the next sweep deletes, and the sweep deletes just that', async () => {
  await uploadAt(OLD);
  await uploadAt(NOW);
  await settle(server);
  const settings = { resultsDays: 14, artifactsDays: 14, rollUpsDays: 30 };
  const oldestAt = OLD.toISOString();
  const expected = {
    results: { count: 2, isMore: false, oldestAt, results: 3 },
    artifacts: { count: 1, isMore: false, oldestAt, bytes: 5 },
    rollUps: { count: 2, isMore: false, oldestAt },
  };
  expect(await countNextSweep(scope, settings, NOW)).toEqual(expected);
  const preview = await call(server, admin, 'settings.previewRetention', settings);
  expect(preview.settings).toEqual(settings);
  expect((await call(server, admin, 'settings.retention', {})).settings.resultsDays).toBeNull();

  await call(server, admin, 'settings.setRetention', settings);
  server.setNow(NOW);
  await applyRetention(server.deps);
  server.setNow(null);
  expect(await countNextSweep(scope, settings, NOW)).toEqual({
    results: { ...NOTHING, results: 0 },
    artifacts: { ...NOTHING, bytes: 0 },
    rollUps: NOTHING,
  });
  const [left] = await scope.query(
    `SELECT (SELECT count(*)::integer FROM executions WHERE organization_id = $1) AS executions,
            (SELECT count(*)::integer FROM results WHERE organization_id = $1) AS results`,
    [organizationId],
  );
  expect(left).toEqual({ executions: 2, results: 3 });
});

const sweepOn = async (day: string) =>
  (
    await countNextSweep(
      scope,
      { resultsDays: 7, artifactsDays: null, rollUpsDays: null },
      new Date(`${day}T12:00:00Z`),
    )
  ).results.count;

it('does not count a week that is not over for all of its days', async () => {
  await uploadAt(OLD);
  // The week of the 14th ends on the 21st.
  expect([await sweepOn('2026-09-27'), await sweepOn('2026-09-28')]).toEqual([0, 2]);
});
