import { randomUUID } from 'node:crypto';
import type { FailureGroup } from '@svc/contract/history/failures';
import type { SourcedPage } from '@svc/contract/pages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { analysisOf, analyzeAll, correct } from '../../../test/scenes/analysing.ts';
import { makeOwnApp, type TestApp } from '../../../test/app.ts';
import { makeRun } from '../../../test/history.ts';
import { ask, dataOf, makeUpload, rethrow, settle, upload } from '../../../test/make.ts';
import { scopeOf, type Scope } from '../../db/scope.ts';
import { fingerprintAliases } from '../../history/fingerprint-aliases.queries.ts';
import {
  analyzeDueExecutions,
  queueOlderExecutions,
} from '../../analyses/due-analyses/analyze-due-executions.ts';
import { keepFingerprints } from '../../background/fingerprints.ts';
import { rebuildRollUps } from '../rebuild.ts';
import { recomputeFingerprints } from './recompute-fingerprints.ts';

let server: TestApp;
let to: Pick<TestApp, 'app' | 'apiKey'>;
let scope: Scope;
beforeAll(async () => {
  server = await makeOwnApp({ because: 'recomputes the fingerprints of all organizations' });
  server.setNow(new Date('2026-11-21T12:00:00Z'));
});
afterAll(() => server.close());
beforeEach(async () => {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  to = { app: server.app, apiKey };
  scope = scopeOf(server.deps.database, organizationId);
});

/** Uploads an execution whose tests fail with these messages; `~` before one: only the first attempt does. */
async function uploadFailing(at: string, messages: readonly string[]): Promise<string> {
  const results = messages.map((text, index) => {
    const message = text.replace('~', '');
    const failed = { status: 'failed' as const, durationMs: 30, errors: [{ message }] };
    const passed = { status: 'passed' as const, durationMs: 30 };
    return text.startsWith('~')
      ? makeRun(`test ${index}`, 'r', { attempts: [failed, passed] })
      : makeRun(`test ${index}`, 'f', { attempts: [failed] });
  });
  const { executionId } = await upload(
    to,
    makeUpload({ execution: { project: 'shop', startedAt: at }, results }),
  );
  await settle(server);
  return executionId;
}

async function groups(query = ''): Promise<FailureGroup[]> {
  const url = `/api/failures?from=2026-10-01T00:00:00Z&to=2026-12-01T00:00:00Z${query}`;
  return (dataOf(await ask(to, { url })) as SourcedPage<FailureGroup>).items;
}

/**
 * Stores the failures as a server of version 1 did, which gave each result of `one` a fingerprint of its own, and those
 * of `shared` the same one. Returns the old fingerprints by result.
 */
async function makeOlder({ shared = [] }: { shared?: readonly string[] } = {}) {
  return scope.transaction(async (scope) => {
    const bind = [scope.organizationId, [...shared]];
    const oldId = `md5(CASE WHEN results.execution_id = ANY ($2::uuid[]) THEN 'shared' ELSE results.id::text END)::uuid`;
    await scope.query(
      `INSERT INTO fingerprints (organization_id, project_id, id, version, pattern, first_seen_at)
       SELECT DISTINCT ON (${oldId}) $1::uuid, executions.project_id, ${oldId}, 1, 'older', executions.started_at
       FROM failing_results
       JOIN results ON results.organization_id = $1 AND results.id = failing_results.result_id
       JOIN executions ON executions.organization_id = $1 AND executions.id = results.execution_id
       WHERE failing_results.organization_id = $1
       ORDER BY ${oldId}, executions.started_at`,
      bind,
    );
    await scope.query(
      `UPDATE failing_results SET fingerprint_id = ${oldId}
       FROM results
       WHERE failing_results.organization_id = $1
         AND results.organization_id = $1
         AND results.id = failing_results.result_id`,
      bind,
    );
    await scope.query('DELETE FROM execution_failures WHERE organization_id = $1', [bind[0]]);
    await scope.query(
      `INSERT INTO execution_failures (organization_id, execution_id, fingerprint_id, result_id, test_id, failures)
       SELECT organization_id, execution_id, fingerprint_id,
              (array_agg(result_id))[1], (array_agg(test_id))[1], count(*)
       FROM failing_results
       WHERE organization_id = $1 AND status = 'failed'
       GROUP BY organization_id, execution_id, fingerprint_id`,
      [bind[0]],
    );
    await scope.query('DELETE FROM fingerprints WHERE organization_id = $1 AND version > 1', [
      bind[0],
    ]);
  });
}

async function fingerprints() {
  return scope.query<{ version: number; recomputed: boolean }>(
    'SELECT version, recomputed FROM fingerprints WHERE organization_id = $1 ORDER BY version, id',
    [scope.organizationId],
  );
}

async function count(table: string): Promise<number> {
  const [row] = await scope.query<{ rows: number }>(
    `SELECT count(*)::integer AS rows FROM ${table} WHERE organization_id = $1`,
    [scope.organizationId],
  );
  return row?.rows ?? 0;
}

function counts(all: readonly FailureGroup[]): Record<string, number> {
  return Object.fromEntries(all.map((group) => [group.fingerprint, group.count]));
}

async function recomputeAll(): Promise<number> {
  let failures = 0;
  for (;;) {
    const done = await recomputeFingerprints(server.deps.database, rethrow);
    failures += done.failures;
    if (!done.isMore) return failures;
  }
}

const FIRST = 'item V1StGXR8z5jd was not found';
const SECOND = 'item qWxkLmZtRpGh was not found';

it.each([
  { way: 'the job', recompute: recomputeAll },
  {
    way: 'a rebuild',
    recompute: () =>
      rebuildRollUps(server.deps.database, () => {}, { organizationId: scope.organizationId }),
  },
])('$way computes stored failures again, with their history', async ({ recompute }) => {
  await uploadFailing('2026-11-01T10:00:00Z', [FIRST, '~Error: once']);
  await uploadFailing('2026-11-10T10:00:00Z', [SECOND]);
  const before = await groups();
  expect(before.map((group) => group.count)).toEqual([2]);
  await makeOlder();
  const [older] = await groups('&sort=newest');
  expect(await groups()).toHaveLength(2);
  // Its first executions were deleted.
  await scope.query(
    `UPDATE fingerprints SET first_seen_at = '2026-10-15T00:00:00Z'
     WHERE organization_id = $1 AND id = $2::uuid`,
    [scope.organizationId, older?.fingerprint.slice(4)],
  );
  const events = await count('outbox');
  await recompute();

  const after = await groups();
  expect(after).toEqual(
    before.map((group) => ({
      ...group,
      firstSeenAt: '2026-10-15T00:00:00.000Z',
      example: expect.anything() as unknown,
    })),
  );
  expect(await fingerprints()).toEqual([
    { version: 2, recomputed: false },
    { version: 2, recomputed: false },
  ]);
  expect(await count('outbox')).toBe(events);
  // A link with the old fingerprint finds the failures.
  expect(older?.fingerprint).toMatch(/^fp1:/);
  expect(await groups(`&search=${older?.fingerprint}`)).toEqual(after);
  expect(await groups(`&search=fp1:${'0'.repeat(32)}`)).toEqual([]);
  const old = older?.fingerprint ?? '';
  const [group] = after;
  expect(await fingerprintAliases(scope, [old], 'newer')).toMatchObject([
    { fingerprint: old, alias: group?.fingerprint },
  ]);
  const olds = await fingerprintAliases(scope, [group?.fingerprint ?? ''], 'older');
  expect(olds.map((one) => one.alias)).toContain(old);
  expect(olds).toHaveLength(2);
});

it('keeps every new fingerprint of an old one, and finds all of them', async () => {
  const shared = [
    await uploadFailing('2026-11-01T10:00:00Z', ['Error: wrong price']),
    await uploadFailing('2026-11-10T10:00:00Z', ['Error: out of stock']),
  ];
  await makeOlder({ shared });
  const [older] = await groups();
  expect(older?.count).toBe(2);
  await recomputeAll();
  const after = await groups(`&search=${older?.fingerprint}`);
  expect(after.map((group) => group.pattern).toSorted()).toEqual(['out of stock', 'wrong price']);
  expect(after.map((group) => group.firstSeenAt)).toEqual([
    '2026-11-01T10:00:00.000Z',
    '2026-11-01T10:00:00.000Z',
  ]);
});

it('leaves failures whose results are deleted with their fingerprint, and looks at them once', async () => {
  const expired = await uploadFailing('2026-11-01T10:00:00Z', [FIRST]);
  await uploadFailing('2026-11-10T10:00:00Z', [SECOND]);
  await makeOlder();
  await scope.query(
    'UPDATE executions SET results_expired_at = now() WHERE organization_id = $1 AND id = $2',
    [scope.organizationId, expired],
  );
  await scope.query('DELETE FROM results WHERE organization_id = $1 AND execution_id = $2', [
    scope.organizationId,
    expired,
  ]);
  expect(await recomputeAll()).toBe(1);
  expect((await groups()).map((group) => group.fingerprint.slice(0, 4)).toSorted()).toEqual([
    'fp1:',
    'fp2:',
  ]);
  expect(await fingerprints()).toEqual([
    { version: 1, recomputed: true },
    { version: 2, recomputed: false },
  ]);
  expect(await recomputeFingerprints(server.deps.database, rethrow)).toEqual({
    failures: 0,
    isMore: false,
  });
});

it('works in parts that any server can go on with, several at once', async () => {
  const messages = Array.from(
    { length: 700 },
    (_, index) => `Error: ${FIRST} in part ${index % 7}`,
  );
  for (const day of ['01', '02', '03']) {
    await uploadFailing(`2026-11-${day}T10:00:00Z`, messages);
  }
  const before = await groups();
  await makeOlder();
  const first = await recomputeFingerprints(server.deps.database, rethrow);
  expect(first.isMore).toBe(true);
  expect(first.failures).toBeGreaterThan(0);
  expect(first.failures).toBeLessThan(2_100);
  // An upload in the middle of it has a new fingerprint at once.
  await uploadFailing('2026-11-04T10:00:00Z', ['Error: another one']);
  const [one, other] = await Promise.all([recomputeAll(), recomputeAll()]);
  expect(first.failures + one + other).toBe(2_100);
  const after = await groups();
  const added = after.filter((group) => group.pattern === 'another one');
  expect(added).toHaveLength(1);
  expect(counts(after)).toEqual({ ...counts(before), ...counts(added) });
});

it('says in the log how far it is, and stops looking', async () => {
  await uploadFailing('2026-11-01T10:00:00Z', [FIRST]);
  await makeOlder();
  const lines: string[] = [];
  const round = keepFingerprints(server.deps, {
    info: (line) => lines.push(line),
    error: (error) => {
      throw error;
    },
  });
  for (let turn = 0; turn < 4; turn++) await round();
  expect(lines).toEqual([
    'fingerprints: computing stored failures again for version 2: 1 failure so far',
    'fingerprints: computed 1 failure again for version 2; failures without results keep theirs',
  ]);
});

it('gives renamed failures their verdicts and their feedback again', async () => {
  const executionId = await uploadFailing('2026-11-19T10:00:00Z', [FIRST]);
  await makeOlder();
  await analyzeAll(server);
  const older = await analysisOf(to, { executionId } as Parameters<typeof analysisOf>[1]);
  expect(older.failures[0]?.fingerprint).toMatch(/^fp1:/);
  await correct(to, older.id, { classification: 'HEALABLE' });
  // A failure that a server of this version stores meanwhile has no past yet, and no label.
  const meanwhile = await uploadFailing('2026-11-20T10:00:00Z', [SECOND]);
  await analyzeAll(server);
  const labelsIn = async (id: string) => {
    const { failures } = await analysisOf(to, { executionId: id } as never);
    return failures.map(({ classification, correctedBy, fingerprint }) => [
      fingerprint.slice(0, 3),
      classification,
      correctedBy?.classification,
    ]);
  };
  expect((await labelsIn(meanwhile))[0]?.[2]).toBeUndefined();
  await recomputeAll();
  await analyzeAll(server);
  expect(await labelsIn(executionId)).toEqual([['fp2', 'HEALABLE', 'HEALABLE']]);
  expect(await labelsIn(meanwhile)).toEqual([['fp2', 'HEALABLE', 'HEALABLE']]);
  const [group] = await groups();
  expect(group).toMatchObject({ count: 2, classification: 'HEALABLE' });
});

it('lets a correction of a verdict with an old fingerprint count for the new one', async () => {
  const executionId = await uploadFailing('2026-11-19T10:00:00Z', [FIRST]);
  await makeOlder();
  await analyzeAll(server);
  const older = await analysisOf(to, { executionId } as Parameters<typeof analysisOf>[1]);
  await recomputeAll();
  const [group] = await groups();
  const answer = await correct(to, older.id, { classification: 'INFRA' });
  expect(dataOf(answer)).toMatchObject({
    fingerprints: [older.failures[0]?.fingerprint, group?.fingerprint],
  });
  await analyzeAll(server);
  expect((await groups())[0]?.classification).toBe('INFRA');
});

it('queues each analysed execution once', async () => {
  await uploadFailing('2026-11-18T10:00:00Z', [FIRST]);
  await uploadFailing('2026-11-19T10:00:00Z', [FIRST]);
  await analyzeAll(server);
  await makeOlder();
  await recomputeAll();
  const queued = await scope.query(
    'SELECT times_queued AS times FROM due_analyses WHERE organization_id = $1',
    [scope.organizationId],
  );
  expect(queued).toEqual([{ times: 1 }, { times: 1 }]);
});

it('goes on with other organizations when one fails', async () => {
  await uploadFailing('2026-11-19T10:00:00Z', [FIRST]);
  await makeOlder();
  const { database } = server.deps;
  const first = await server.makeOrganization(randomUUID());
  await database.query(`
    CREATE FUNCTION refuse_alias() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse_alias BEFORE INSERT ON fingerprint_aliases FOR EACH ROW
      WHEN (NEW.organization_id = '${scope.organizationId}') EXECUTE FUNCTION refuse_alias()`);
  const broken = scope;
  to = { app: server.app, apiKey: first.apiKey };
  scope = scopeOf(database, first.organizationId);
  await uploadFailing('2026-11-19T10:00:00Z', [FIRST]);
  await makeOlder();
  const errors: unknown[] = [];
  try {
    const done = await recomputeFingerprints(database, (error) => errors.push(error));
    expect([done.failures, errors.length]).toEqual([1, 1]);
  } finally {
    await database.query('DROP TRIGGER refuse_alias ON fingerprint_aliases');
    await database.query('DROP FUNCTION refuse_alias');
  }
  scope = broken;
  expect(await recomputeAll()).toBe(1);
});

it('lets older executions wait until their past is computed again', async () => {
  // Only executions of the last 14 days are queued.
  await uploadFailing(new Date(server.deps.clock.now().getTime() - 3_600_000).toISOString(), [
    FIRST,
  ]);
  await analyzeAll(server);
  await makeOlder();
  await scope.query('DELETE FROM analyses WHERE organization_id = $1', [scope.organizationId]);
  await queueOlderExecutions(server.deps);
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(0);
  await recomputeAll();
  expect(await analyzeDueExecutions(server.deps, rethrow)).toBe(1);
});
