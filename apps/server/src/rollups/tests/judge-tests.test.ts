import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { makeRun, uploadHistory, uploadRow, type Letter } from '../../../test/history.ts';
import { makeUpload, rebuild, settle, upload } from '../../../test/make.ts';

let server: TestApp;
beforeEach(async () => {
  server = await makeApp();
});

const HOUR_MS = 3_600_000;

/** The states of a project's tests, with their stored runs. */
function states(project: string): Promise<unknown[]> {
  return server.deps.database.query(
    `SELECT tests.title_path ->> 0 AS title, state, evidence_after, since, became_flaky_at, broken_since,
            watched, runs_from, encode(runs, 'hex') AS runs
     FROM test_states
     JOIN tests ON tests.organization_id = test_states.organization_id AND tests.id = test_states.test_id
     JOIN projects ON projects.organization_id = tests.organization_id AND projects.id = tests.project_id
     WHERE test_states.organization_id = $1 AND projects.name = $2
     ORDER BY 1`,
    [server.organizationId, project],
  );
}

async function forgetStates(): Promise<void> {
  await server.scope.query('DELETE FROM test_states WHERE organization_id = $1', [
    server.organizationId,
  ]);
}

async function flakyRuns(project: string): Promise<number[]> {
  const response = await server.app.inject({
    url: `/api/flaky-tests?project=${project}&from=2026-08-01T00:00:00Z&to=2026-12-01T00:00:00Z&minRuns=1`,
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  return response
    .json<{ data: { items: { flakyRuns: number }[] } }>()
    .data.items.map((item) => item.flakyRuns);
}

it(
  'ignores the evidence of a test that was fixed before its newest 500 runs',
  { timeout: 120_000 },
  async () => {
    const project = 'mended';
    const end = new Date('2026-09-01T00:00:00Z');
    await uploadHistory(server, `${'r.f.r'.repeat(4)}${'.'.repeat(60)}`, { project, end });
    await settle(server);
    expect(await flakyRuns(project)).toEqual([]);
    const later = new Date(end.getTime() + 521 * HOUR_MS);
    await uploadHistory(server, `${'.'.repeat(520)}r`, { project, end: later });
    await settle(server);
    expect(await flakyRuns(project)).toEqual([1]);
    await rebuild(server);
    expect(await flakyRuns(project)).toEqual([1]);
  },
);

it(
  'keeps the newest 500 runs of a watched test, and adds older ones when some are removed',
  { timeout: 120_000 },
  async () => {
    const project = 'long';
    const end = new Date('2026-09-01T00:00:00Z');
    await uploadHistory(server, `${'.'.repeat(503)}rr`, { project, end });
    await settle(server);
    const before = await states(project);
    expect(before).toMatchObject([{ watched: true, state: 'flaky' }]);
    const at = new Date(end.getTime() - 10 * HOUR_MS).toISOString();
    const part = (index: number, letter: Letter) =>
      uploadRow(server, {
        project,
        at,
        tests: { 'adds up': letter },
        execution: { key: 'again', status: 'interrupted', shard: { index, total: 2 } },
      });
    await part(1, '.');
    await settle(server);
    expect(await states(project)).not.toEqual(before);
    // An interrupted result makes the run uncounted.
    await part(2, 'i');
    await settle(server);
    expect(await states(project)).toEqual(before);
    await rebuild(server);
    expect(await states(project)).toEqual(before);
  },
);

it('reads all runs of a test with many results in each', { timeout: 120_000 }, async () => {
  const project = 'many results';
  for (let run = 0; run < 130; run++) {
    const startedAt = new Date(Date.UTC(2026, 8, 1) + run * HOUR_MS).toISOString();
    const results = Array.from({ length: 20 }, () => makeRun('a', run % 30 === 0 ? 'r' : '.'));
    await upload(server, makeUpload({ execution: { project, startedAt }, results }));
    if (run % 10 === 0) await settle(server);
  }
  await settle(server);
  const before = await states(project);
  expect(before).toMatchObject([{ watched: true, runs_from: null }]);
  await forgetStates();
  await rebuild(server);
  expect(await states(project)).toEqual(before);
});

it(
  'gives the same states for any order and batches of executions as for all at once',
  { timeout: 240_000 },
  async () => {
    const letters = fc.constantFrom<Letter>('.', '.', '.', '.', 'r', 'f', 't', 's', 'i');
    const run = fc.record({
      a: letters,
      b: letters,
      hour: fc.integer({ min: 0, max: 400 }),
      commit: fc.integer({ min: 0, max: 20 }),
      branch: fc.constantFrom('main', 'main', 'fix'),
      shards: fc.boolean(),
      where: fc.constantFrom('ci', 'ci', 'ci', 'local', 'dirty', 'partial'),
      settles: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 5, maxLength: 25 }), async (runs) => {
        // A rebuild derives everything of an organization again.
        server = await makeApp();
        const project = 'any order';
        for (const [
          index,
          { a, b, hour, commit, branch, shards, where, settles },
        ] of runs.entries()) {
          const facts = {
            at: new Date(Date.UTC(2026, 8, 1) + hour * HOUR_MS).toISOString(),
            project,
          };
          const hash = String(commit).padStart(40, 'c');
          const execution = {
            git: { branch, commit: hash, dirty: where === 'dirty' },
            ...(where === 'local' ? {} : { ci: { provider: 'github' } }),
            ...(where === 'partial' ? { partial: ['filter' as const] } : {}),
          };
          const part = (shard: number) => ({
            ...execution,
            key: `k${index}`,
            shard: { index: shard, total: 2 },
          });
          if (shards) {
            await uploadRow(server, { ...facts, tests: { a }, execution: part(1) });
            if (settles) await settle(server);
            await uploadRow(server, { ...facts, tests: { a: b, b }, execution: part(2) });
          } else {
            await uploadRow(server, { ...facts, tests: { a, b }, execution });
          }
          if (settles) await settle(server);
        }
        await settle(server);
        const before = await states(project);
        await forgetStates();
        await rebuild(server);
        expect(await states(project)).toEqual(before);
      }),
      { numRuns: 8 },
    );
  },
);
