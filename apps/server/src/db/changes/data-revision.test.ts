import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApp, type TestApp } from '../../../test/app.ts';
import { testClock } from '../../../test/clock.ts';
import { Project } from '../models/project.ts';
import { recordsOf } from '../models/records.ts';
import { createScope, type Scope } from '../scope.ts';
import { readDataRevision } from './data-revision.queries.ts';

let server: TestApp;
let scope: Scope;
beforeAll(async () => {
  server = await makeApp();
});
beforeAll(async () => {
  const { organizationId } = await server.makeOrganization('Revised');
  scope = createScope(server.deps.database, organizationId);
});
afterAll(() => server.close());

const read = () => readDataRevision(server.deps.database, scope.organizationId);

/** Whether the work raised the revision of the organization. */
async function raises(work: () => Promise<unknown>): Promise<boolean> {
  const before = await read();
  await work();
  const after = await read();
  expect(after).toBeGreaterThanOrEqual(before);
  return after > before;
}

const INSERT = `INSERT INTO projects (organization_id, id, name, created_at)
                VALUES ($1, gen_random_uuid(), $2, now())`;

it('rises with a single statement, with a model and in a transaction', async () => {
  const { organizationId } = scope;
  expect(await raises(() => scope.query(INSERT, [organizationId, 'a']))).toBe(true);
  expect(await raises(() => scope.prepared(INSERT, [organizationId, 'b']))).toBe(true);
  const project = { id: server.deps.random.id(), name: 'c', createdAt: testClock.now() };
  expect(await raises(() => recordsOf(scope, Project).create(project))).toBe(true);
  const work = () => scope.transaction((inner) => inner.query(INSERT, [organizationId, 'd']));
  expect(await raises(work)).toBe(true);
});

it('rises only for the organization, and when the transaction commits', async () => {
  const { organizationId } = scope;
  const other = createScope(server.deps.database, server.organizationId);
  expect(await raises(() => other.query(INSERT, [server.organizationId, 'a']))).toBe(false);
  await scope.transaction(async (inner) => {
    await inner.query(INSERT, [organizationId, 'e']);
    expect(await raises(async () => {})).toBe(false);
  });
  const failing = async () => {
    const failed = scope.transaction(async (inner) => {
      await inner.query(INSERT, [organizationId, 'f']);
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
  };
  expect(await raises(failing)).toBe(false);
});

it('stays after a read, a change of no row, and a change of a table that no answer reads', async () => {
  const { organizationId } = scope;
  const idle = [
    'SELECT 1 FROM projects WHERE organization_id = $1 FOR UPDATE',
    `DELETE FROM projects WHERE organization_id = $1 AND name = 'none'`,
    'DELETE FROM outbox WHERE organization_id = $1',
  ];
  for (const sql of idle) {
    expect(await raises(() => scope.query(sql, [organizationId]))).toBe(false);
    expect(
      await raises(() => scope.transaction((inner) => inner.query(sql, [organizationId]))),
    ).toBe(false);
  }
});

it('rises with each of many transactions at the same time', async () => {
  const before = await read();
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      scope.query(INSERT, [scope.organizationId, `many ${index}`]),
    ),
  );
  expect(await read()).toBeGreaterThanOrEqual(before + 20);
});

it('refuses a change without the organization, in a transaction too', async () => {
  const { database } = server.deps;
  const sql = `UPDATE projects SET name = name WHERE organization_id = $1`;
  const bind = [scope.organizationId];
  const message = 'A statement that changes projects needs a scope';
  // The refusal comes before the statement is sent.
  expect(() => database.query(sql, bind)).toThrow(message);
  await expect(database.transaction((transaction) => transaction.query(sql, bind))).rejects.toThrow(
    message,
  );
});

it('returns to no earlier number when a restored backup has taken it back', async () => {
  await scope.query(INSERT, [scope.organizationId, 'lost']);
  const lost = await read();
  await scope.query(
    'UPDATE organization_usage SET revision = revision - 5000 WHERE organization_id = $1',
    [scope.organizationId],
  );
  for (let again = 0; again < 3; again++) {
    await scope.query(INSERT, [scope.organizationId, `again ${again}`]);
    expect(await read()).not.toBe(lost);
  }
});
