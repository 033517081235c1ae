import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeDueExecutions } from '../../src/analyses/index.ts';
import { readDataRevision } from '../../src/db/changes/data-revision.queries.ts';
import { UNREAD_TABLES } from '../../src/db/changes/unread-tables.ts';
import { createScope } from '../../src/db/scope.ts';
import { createApiKey } from '../../src/people/api-keys/api-keys.service.ts';
import { STATEMENTS } from '../../src/db/connections/database.ts';
import { settleExecutions } from '../../src/executions/index.ts';
import { applyRetention } from '../../src/lifetime/index.ts';
import { makeOwnApp, type TestApp } from '../app.ts';
import { inDays, testClock } from '../clock.ts';
import { makeResults, makeUpload, rebuild, rethrow, settle, upload } from '../make.ts';
import { callWith, PROCEDURES } from '../procedures.ts';
import { plantOrganization, type PlantedOrganization } from '../tenants/planted-organization.ts';
import { PROCEDURE_INPUTS } from '../tenants/procedure-inputs.ts';

let server: TestApp;
let planted: PlantedOrganization;
/** Of the key that asks. */
let apiKey: string;
beforeAll(async () => {
  server = await makeOwnApp({
    because: 'has no cache, so that each answer is that of the data',
    env: { SVC_ANSWER_CACHE_MB: '0' },
  });
  planted = await plantOrganization(server, await server.listen());
  const scope = createScope(server.deps.database, planted.references.organizationId);
  ({ text: apiKey } = await createApiKey(server.deps, scope, { name: 'asks', createdBy: null }));
  server.setNow(testClock.now());
});
afterAll(() => server.close());

/** Every question whose answer may come from the cache, about everything that the organization has. */
const listQuestions = () =>
  PROCEDURES.filter(({ isCached }) => isCached).flatMap(({ path }) =>
    (PROCEDURE_INPUTS[path]?.(planted.references) ?? []).map(({ input }) => ({ path, input })),
  );

interface Moment {
  revision: number;
  answers: Map<string, string>;
}

async function readMoment(): Promise<Moment> {
  const { references } = planted;
  const answers = new Map<string, string>();
  for (const { path, input } of listQuestions()) {
    const { status, text } = await callWith(server, path, { token: apiKey, input });
    answers.set(`${path} ${JSON.stringify(input)}`, `${status} ${text}`);
  }
  const { database } = server.deps;
  return { revision: await readDataRevision(database, references.organizationId), answers };
}

// These end the session, or delete what the others are about.
const LATER = /^(?:account|organizations)\.|^(?:projects|executions)\.delete$/;

const listMutations = () =>
  PROCEDURES.filter(({ path, type }) => type === 'mutation' && !LATER.test(path)).flatMap(
    ({ path }) =>
      (PROCEDURE_INPUTS[path]?.(planted.references) ?? [])
        .filter(({ endsAccess, isRefusal }) => endsAccess !== true && isRefusal !== true)
        .map(({ input }) => ({ path, input })),
  );

/** What no cached answer is about makes one step, because each step asks everything. */
const nameStep = ({ path }: { path: string }): string => {
  const [room = ''] = path.split('.');
  return ['apiKeys', 'members', 'webhooks'].includes(room) ? room : path;
};

let before: Moment;
/** The questions that had other answers after some step. */
const changedOnce = new Set<string>();

/** Does the step, and compares what is answered before and after. */
async function take(step: string, work: () => Promise<unknown>): Promise<void> {
  await work();
  const after = await readMoment();
  const changed = [...after.answers].filter(([name, text]) => before.answers.get(name) !== text);
  for (const [name] of changed) changedOnce.add(name.split(' ')[0] ?? '');
  const isSilent = after.revision === before.revision && changed.length > 0;
  expect({ step, changedSilently: isSilent ? changed.map(([name]) => name) : [] }).toEqual({
    step,
    changedSilently: [],
  });
  before = after;
}

it(
  'raises the revision with each change that a cached answer shows, in the life of an organization',
  {
    timeout: 300_000,
  },
  async () => {
    const { references, token } = planted;
    before = await readMoment();
    expect(before.revision).toBeGreaterThan(0);
    const to = { app: server.app, apiKey };
    await take('upload', () =>
      upload(
        to,
        makeUpload({ execution: { project: references.project }, results: makeResults('x') }),
      ),
    );
    await take('roll-up', () => settle(server));
    server.setNow(new Date(testClock.now().getTime() + 3_600_000));
    before = await readMoment();
    await take('settle', () => settleExecutions(server.deps));
    await take('analyse', () => analyzeDueExecutions(server.deps, rethrow));
    await take('gate setting', () =>
      callWith(server, 'settings.setGate', { token, input: { excuseKnownFlakes: true } }),
    );
    for (const [step, mutations] of Map.groupBy(listMutations(), nameStep)) {
      await take(step, async () => {
        for (const { path, input } of mutations) await callWith(server, path, { token, input });
      });
    }
    await take('roll-up', () => settle(server));
    await take('settle', () => settleExecutions(server.deps));
    await take('analyse', () => analyzeDueExecutions(server.deps, rethrow));
    await take('rebuild', () =>
      rebuild({ deps: server.deps, organizationId: references.organizationId }),
    );
    for (const path of ['executions.delete', 'projects.delete']) {
      if (path === 'projects.delete') {
        await take('set retention', () =>
          callWith(server, 'settings.setRetention', {
            token,
            input: { resultsDays: 14, artifactsDays: 14, rollUpsDays: 30 },
          }),
        );
        server.setNow(inDays(40));
        before = await readMoment();
        await take('retention', () => applyRetention(server.deps));
      }
      for (const { input } of PROCEDURE_INPUTS[path]?.(references) ?? []) {
        await take(path, () => callWith(server, path, { token, input }));
      }
      await take('roll-up', () => settle(server));
    }
    // A question that nothing changes would prove nothing.
    const cached = PROCEDURES.filter(({ isCached }) => isCached).map(({ path }) => path);
    expect(cached.filter((path) => !changedOnce.has(path))).toEqual([]);
  },
);

it('reads no table for a cached answer whose changes do not raise the revision', async () => {
  const statements: string[] = [];
  const note = (sql: unknown) => void statements.push(String(sql));
  subscribe(STATEMENTS, note);
  const token = apiKey;
  // The statements that every request needs.
  await callWith(server, 'whoami.get', { token, input: {} });
  const ofRequests = new Set(statements.splice(0));
  const read: string[] = [];
  for (const { path, input } of listQuestions()) {
    await callWith(server, path, { token, input });
    for (const sql of statements.splice(0)) {
      if (ofRequests.has(sql)) continue;
      const tables = [...sql.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map(([, table = '']) => table);
      read.push(
        ...tables.filter((table) => UNREAD_TABLES.has(table)).map((one) => `${path} ${one}`),
      );
    }
  }
  unsubscribe(STATEMENTS, note);
  expect([...new Set(read)]).toEqual([]);
});
