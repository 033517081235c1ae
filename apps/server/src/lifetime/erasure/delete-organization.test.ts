import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analysisOf, analyzed, correct } from '../../../test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import {
  failureIn,
  makeFailures,
  quarantine,
  settleExcusals,
} from '../../../test/scenes/gating.ts';
import { makeArtifact, makeUploadWith, only, put } from '../../../test/storages/artifacts.ts';
import { uploadRow } from '../../../test/history.ts';
import { ask, makeUpload, post, settle, upload } from '../../../test/make.ts';
import { analysisEvent, makeWebhook, publish } from '../../../test/webhooks/make-webhook.ts';
import { listDueWebhooks } from '../../webhooks/delivery/claims.queries.ts';
import { deleteOrganization, eraseDeletedOrganizations } from './delete-organization.ts';
import { CREDENTIAL_TABLES, LAST_TABLES, TENANT_TABLES } from './tenant-tables.ts';

let server: TestApp;
let base: string;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'erases all deleted organizations, and reads every table' });
  base = await server.listen();
});
afterAll(() => server.close());

interface Tenant {
  app: TestApp['app'];
  apiKey: string;
  organizationId: string;
}

async function makeTenant(): Promise<Tenant> {
  return { app: server.app, ...(await server.makeOrganization(randomUUID())) };
}

/** Failures, a flaky test, a shared file, events, and an entry of the quarantine that excuses a failure. */
async function fill(to: Tenant): Promise<void> {
  for (const letter of ['.', 'r', 'f', '.', 'f'] as const) {
    await uploadRow(to, {
      at: '2026-11-20T00:00:00Z',
      commit: 'a'.repeat(40),
      tests: { 'adds up': letter, 'takes away': '.' },
    });
  }
  const answer = await upload(
    to,
    makeUploadWith([makeArtifact('a', 'it broke')], { idempotencyKey: randomUUID() }),
  );
  await put(base, only(answer.uploads), 'it broke');
  await settle(server);
  const failed = await uploadRow(to, {
    at: '2026-11-20T00:00:00Z',
    tests: { 'adds up': 'f' },
  });
  const { id } = await analysisOf(to, failed);
  await correct(to, id, { classification: 'INFRA' });
  await analyzed(to, { failures: [{ title: 'a', error: { message: 'it broke' } }] });
  const { testId } = await failureIn(to, failed);
  await quarantine(to, { testId, fingerprints: 'any', reason: 'it broke' });
  await upload(to, makeFailures({ 'adds up': 'Error: it broke' }));
  await settle(server);
}

/** The names of all tables with a column that may hold an organization's id. */
async function tablesOfOrganizations(): Promise<string[]> {
  const rows = await server.deps.database.query<{ name: string }>(
    `SELECT DISTINCT pg_class.relname AS name
     FROM pg_class
     JOIN pg_attribute ON attrelid = pg_class.oid AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'p')
       AND NOT relispartition
       AND attname LIKE '%organization_id'
     ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

/** The number of rows that name the organization, by table; tables without any are left out. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [...(await tablesOfOrganizations()), 'sessions']) {
    const [row] = await server.deps.database.query<{ rows: number }>(
      `SELECT count(*)::integer AS rows FROM ${table} WHERE ${table}::text LIKE '%' || $1 || '%'`,
      [organizationId],
    );
    if ((row?.rows ?? 0) > 0) counts[table] = row?.rows ?? 0;
  }
  return counts;
}

async function filesOf(organizationId: string): Promise<number> {
  let count = 0;
  for await (const files of server.deps.storage.list(`${organizationId}/`)) count += files.length;
  return count;
}

const ANSWERS = ['executions', 'tests', 'flaky-tests', 'failures', 'metrics', 'attention'];
const WINDOW = 'from=2026-11-01&to=2026-11-30';

async function answersOf(to: Tenant): Promise<string[]> {
  const answers = ANSWERS.map((path) =>
    ask(to, { url: `/api/${path}${path === 'attention' ? '' : `?${WINDOW}`}` }),
  );
  return (await Promise.all(answers)).map(({ text }) => text);
}

it('knows every table that has rows of an organization', async () => {
  const known = [...TENANT_TABLES, ...LAST_TABLES, ...CREDENTIAL_TABLES, 'sessions'];
  expect((await tablesOfOrganizations()).toSorted()).toEqual([...known].toSorted());
});

it('refuses everybody at once, then erases every row and file, and nothing of others', async () => {
  const [gone, other] = [await makeTenant(), await makeTenant()];
  await Promise.all([fill(gone), fill(other)]);
  await settleExcusals(server);
  const session = await server.signIn(gone.organizationId);
  const before = await answersOf(other);
  const otherRows = await rowsOf(other.organizationId);
  expect(otherRows['excusals']).toBeGreaterThan(0);
  expect(Object.keys(await rowsOf(gone.organizationId)).length).toBeGreaterThan(20);
  expect(await filesOf(gone.organizationId)).toBe(1);

  expect(await deleteOrganization(server.deps, gone.organizationId, 'svc-admin')).toBe(true);
  for (const apiKey of [gone.apiKey, session.token]) {
    const { status } = await ask({ app: server.app, apiKey }, { url: '/api/whoami' });
    expect([401, 403]).toContain(status);
  }
  expect(await eraseDeletedOrganizations(server.deps)).toBe(1);
  expect(await rowsOf(gone.organizationId)).toEqual({ audit_log: 1 });
  const [entry] = await server.deps.database.query(
    'SELECT action, actor, actor_kind, target_id FROM audit_log WHERE organization_id = $1',
    [gone.organizationId],
  );
  expect(entry).toEqual({
    action: 'organization.deleted',
    actor: 'svc-admin',
    actor_kind: 'server',
    target_id: gone.organizationId,
  });
  expect(await filesOf(gone.organizationId)).toBe(0);

  expect(await answersOf(other)).toEqual(before);
  expect(await rowsOf(other.organizationId)).toEqual(otherRows);
  expect(await filesOf(other.organizationId)).toBe(1);
  expect(await deleteOrganization(server.deps, gone.organizationId, 'svc-admin')).toBe(false);
  expect(await eraseDeletedOrganizations(server.deps)).toBe(0);
});

it('leaves nothing of an organization that is deleted while it uploads', async () => {
  const tenant = await makeTenant();
  const statuses: number[] = [];
  const stopping = new AbortController();
  const uploader = async (name: string): Promise<void> => {
    for (let number = 1; !stopping.signal.aborted; number++) {
      const body = makeUpload({ execution: { project: `${name} ${number}` } });
      statuses.push((await post(tenant, body)).status);
      // A refusal needs no I/O, and would keep the others from theirs.
      await sleep(1);
    }
  };
  const uploaders = ['a', 'b', 'c', 'd'].map(uploader);
  await sleep(500);
  try {
    await deleteOrganization(server.deps, tenant.organizationId, 'svc-admin');
    await eraseDeletedOrganizations(server.deps);
  } finally {
    stopping.abort();
    await Promise.all(uploaders);
  }
  await settle(server);
  // 429 after 20 refusals.
  expect(new Set(statuses)).toEqual(new Set([200, 401, 429]));
  expect(await rowsOf(tenant.organizationId)).toEqual({ audit_log: 1 });
});

it('turns its webhooks off, which sends nothing more', async () => {
  const { organizationId } = await makeTenant();
  const id = await makeWebhook(server.deps, organizationId, { url: 'https://hooks.svc.test/' });
  await publish(server.deps, organizationId, [analysisEvent(server.deps)]);
  const due = () => listDueWebhooks(server.deps.database, { organizationId: null, limit: 1 });
  expect((await due()).map(({ webhookId }) => webhookId)).toContain(id);
  await deleteOrganization(server.deps, organizationId, 'svc-admin');
  expect((await due()).map(({ webhookId }) => webhookId)).not.toContain(id);
});
