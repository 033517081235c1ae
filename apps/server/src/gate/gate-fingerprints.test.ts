import { randomUUID } from 'node:crypto';
import { FINGERPRINT_VERSION } from '@svc/analysis/fingerprint';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import {
  failureIn,
  gateOf,
  makeFailures,
  quarantine,
  readEntry,
  send,
  settleExcusals,
  uploadFailures,
} from '../../test/scenes/gating.ts';
import { rethrow } from '../../test/make.ts';
import { scopeOf, type Scope } from '../db/scope.ts';
import { recomputeFingerprints } from '../rollups/fingerprints/recompute-fingerprints.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp({ SVC_SETTLE_SECONDS: '30' });
});
afterAll(() => server.close());

let to: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
beforeEach(async () => {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
  scope = scopeOf(server.deps.database, organizationId);
});

const run = (message: string) => uploadFailures(server, to, makeFailures({ 'adds up': message }));

/** Gives all failures one fingerprint, as a server of version 1 did, which knew no better. Returns the fingerprint. */
async function makeOlder(): Promise<string> {
  const bind = [scope.organizationId];
  await scope.query(
    `INSERT INTO fingerprints (organization_id, project_id, id, version, pattern, first_seen_at)
     SELECT organization_id, id, md5('older')::uuid, 1, 'older', now()
     FROM projects
     WHERE organization_id = $1`,
    bind,
  );
  for (const table of ['failing_results', 'execution_failures']) {
    await scope.query(
      `UPDATE ${table} SET fingerprint_id = md5('older')::uuid WHERE organization_id = $1`,
      bind,
    );
  }
  await scope.query('DELETE FROM fingerprints WHERE organization_id = $1 AND version > 1', bind);
  const [row] = await scope.query<{ id: string }>(`SELECT md5('older') AS id`);
  return `fp1:${row?.id}`;
}

async function recomputeAll(): Promise<void> {
  while ((await recomputeFingerprints(server.deps.database, rethrow)).isMore);
}

async function decision(execution: { executionId: string }): Promise<string> {
  const { verdict, undecided } = await gateOf(to, execution);
  return undecided?.reason ?? verdict;
}

it('an entry keeps excusing its failures when the algorithm of fingerprints changes', async () => {
  const before = await run('Error: tax is missing');
  const { testId } = await failureIn(to, before);
  const older = await makeOlder();
  const entry = await quarantine(to, { testId, fingerprints: [older], reason: 'SHOP-12' });
  expect(await decision(before)).toBe('pass');
  const after = await run('Error: tax is missing');
  // Until the job is done, nobody knows whether it is the same failure.
  expect(await decision(after)).toBe('roll-ups');
  await recomputeAll();
  expect([await decision(before), await decision(after)]).toEqual(['pass', 'pass']);
  expect(await decision(await run('TypeError: cart is undefined'))).toBe('fail');

  await settleExcusals(server);
  const { fingerprint } = await failureIn(to, after);
  expect(fingerprint).toMatch(`fp${FINGERPRINT_VERSION}:`);
  expect(await readEntry(to, entry.id)).toMatchObject({
    fingerprints: [older],
    // The entry was there before all three settled.
    excusals: { items: [{ results: 1, fingerprints: [fingerprint] }, { results: 1 }] },
  });
});

it('an older and a newer fingerprint of one failure are the same to a second entry', async () => {
  const execution = await run('Error: tax is missing');
  const { testId, fingerprint } = await failureIn(to, execution);
  const older = await makeOlder();
  await quarantine(to, { testId, fingerprints: [older], reason: 'SHOP-12' });
  await recomputeAll();
  const body = { testId, fingerprints: [fingerprint], reason: 'again' };
  expect((await send(to, 'POST', '/api/quarantine', body)).status).toBe(409);
});
