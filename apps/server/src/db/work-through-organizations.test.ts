import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../test/app.ts';
import { workInEachOrganization, workThroughOrganizations } from './work-through-organizations.ts';

let server: TestApp;
let organizationIds: string[];
beforeAll(async () => {
  server = await makeApp();
  const made = ['one', 'two', 'three'].map((name) => server.makeOrganization(name));
  organizationIds = (await Promise.all(made)).map(({ organizationId }) => organizationId);
});
afterAll(() => server.close());

it('does one batch of each organization in turn, until one is not full', async () => {
  const left = new Map(organizationIds.map((id, index) => [id, 2 * index + 1]));
  const order: number[] = [];
  const done = await workThroughOrganizations(server.deps.database, {
    listOrganizations: async () => organizationIds,
    atOnce: 2,
    work: async ({ organizationId }, atOnce) => {
      order.push(organizationIds.indexOf(organizationId));
      const taken = Math.min(atOnce, left.get(organizationId) ?? 0);
      left.set(organizationId, (left.get(organizationId) ?? 0) - taken);
      return taken;
    },
  });
  expect({ done, order }).toEqual({ done: 9, order: [0, 1, 2, 0, 1, 2, 0, 1, 2] });
});

it('works on for the others if one fails, undoes what that one did, and throws at the end', async () => {
  const [failing] = organizationIds;
  const worked: string[] = [];
  const working = workThroughOrganizations(server.deps.database, {
    listOrganizations: async () => organizationIds,
    atOnce: 1,
    work: async (scope) => {
      await scope.query('UPDATE organizations SET name = $2 WHERE organization_id = $1', [
        scope.organizationId,
        `worked ${scope.organizationId}`,
      ]);
      if (scope.organizationId === failing) await scope.query('SELECT 1 / 0', []);
      worked.push(scope.organizationId);
      return 0;
    },
  });
  await expect(working).rejects.toThrow('division by zero');
  expect(worked).toEqual(organizationIds.slice(1));
  const renamed = await server.deps.database.query<{ id: string }>(
    `SELECT organization_id AS id FROM organizations WHERE name LIKE 'worked %'`,
  );
  expect(renamed.map(({ id }) => id).toSorted()).toEqual(worked.toSorted());
});

it('does work in each organization although one fails, and throws its error at the end', async () => {
  const [failing] = organizationIds;
  const worked: string[] = [];
  const working = workInEachOrganization(
    server.deps.database,
    async () => organizationIds,
    async ({ organizationId }) => {
      if (organizationId === failing) throw new Error('too large to count');
      return worked.push(organizationId);
    },
  );
  await expect(working).rejects.toThrow('too large to count');
  expect(worked).toEqual(organizationIds.slice(1));
});
