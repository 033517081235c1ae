import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { uploadRow, type HistoryRow } from '../../../test/history.ts';
import { ask, settle } from '../../../test/make.ts';

let server: TestApp;
beforeAll(async () => {
  server = await makeApp();
});
afterAll(() => server.close());

interface Organization {
  to: Pick<TestApp, 'app' | 'apiKey'>;
  organizationId: string;
}

async function makeOrganization(): Promise<Organization> {
  const { organizationId, apiKey } = await server.makeOrganization(randomUUID());
  return { to: { app: server.app, apiKey }, organizationId };
}

async function remove({ organizationId }: Organization, executionId: string): Promise<void> {
  const { token } = await server.signIn(organizationId);
  const { status } = await ask(
    { app: server.app, apiKey: token },
    { method: 'DELETE', url: `/api/executions/${executionId}` },
  );
  expect(status).toBe(200);
}

const ROWS = {
  // Has the first failure of 'fails', the first flaky attempt of 'wobbles', and the last pass before 'breaks' broke.
  first: {
    at: '2026-10-20T00:00:00Z',
    commit: 'a'.repeat(40),
    tests: { fails: 'f', wobbles: 'r', breaks: '.', passes: '.', 'only here': 'f' },
  },
  second: {
    at: '2026-11-19T00:00:00Z',
    commit: 'b'.repeat(40),
    tests: { fails: '.', wobbles: '.', breaks: 'f', passes: '.' },
  },
  third: {
    at: '2026-11-20T00:00:00Z',
    commit: 'c'.repeat(40),
    tests: { fails: 'f', wobbles: 'f', breaks: 'f', passes: '.' },
  },
  otherProject: {
    at: '2026-11-21T00:00:00Z',
    commit: 'd'.repeat(40),
    project: 'other',
    tests: { fails: 'f', wobbles: 'r' },
  },
} as const satisfies Record<string, HistoryRow>;
type RowName = keyof typeof ROWS;

/** The bodies of the answers, where ids and numbers of executions are replaced by their order of appearance. */
async function answersOf({ to }: Organization): Promise<unknown[]> {
  const window = 'from=2026-10-01&to=2026-11-30';
  const urls = [
    `/api/executions?${window}`,
    `/api/tests?${window}`,
    `/api/flaky-tests?${window}&minRuns=1`,
    `/api/failures?${window}`,
    // Began after the first execution: `phase` depends on when a fingerprint was first seen.
    '/api/failures?from=2026-11-01&to=2026-11-30',
    `/api/metrics?${window}`,
    '/api/attention',
  ];
  const answers = await Promise.all(urls.map((url) => ask(to, { url })));
  const names = new Map<string, string>();
  return answers.map(({ status, text }) => {
    expect(status).toBe(200);
    const named = text
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        const name = names.get(id) ?? `id ${names.size}`;
        names.set(id, name);
        return name;
      })
      .replaceAll(/"(number|executionNumber)":\d+/g, '"$1":0')
      .replaceAll(/"key":"[^"]*"/g, '"key":""');
    return JSON.parse(named) as unknown;
  });
}

async function uploadAll(organization: Organization, names: readonly RowName[]) {
  const ids = new Map<RowName, string>();
  for (const name of names) {
    ids.set(name, (await uploadRow(organization.to, ROWS[name])).executionId);
  }
  return ids;
}

const OTHERS = ['second', 'third', 'otherProject'] as const;

it.each<{ uploaded: string; names: RowName[]; isRolledUp: boolean }>([
  { uploaded: 'first', names: ['first', ...OTHERS], isRolledUp: true },
  { uploaded: 'last', names: [...OTHERS, 'first'], isRolledUp: true },
  { uploaded: 'first, not yet rolled up', names: ['first', ...OTHERS], isRolledUp: false },
  { uploaded: 'last, not yet rolled up', names: [...OTHERS, 'first'], isRolledUp: false },
])(
  'answers after the deletion of the first execution, uploaded $uploaded, like a server that never had it',
  async ({ names, isRolledUp }) => {
    const [deleting, never] = [await makeOrganization(), await makeOrganization()];
    const ids = await uploadAll(deleting, names);
    await uploadAll(never, OTHERS);
    if (isRolledUp) await settle(server);
    await remove(deleting, ids.get('first') ?? '');
    await settle(server);
    expect(await answersOf(deleting)).toEqual(await answersOf(never));
  },
);

it('answers after the deletion of a later execution like a server that never had it', async () => {
  const [deleting, never] = [await makeOrganization(), await makeOrganization()];
  const ids = await uploadAll(deleting, ['first', ...OTHERS]);
  await uploadAll(never, ['first', 'third', 'otherProject']);
  await settle(server);
  await remove(deleting, ids.get('second') ?? '');
  await settle(server);
  expect(await answersOf(deleting)).toEqual(await answersOf(never));
});
