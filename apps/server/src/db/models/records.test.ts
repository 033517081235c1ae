import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testClock } from '../../../test/clock.ts';
import { makeDatabase } from '../../../test/test-database.ts';
import { openDatabase, type Database } from '../connections/database.ts';
import { getSqlState } from '../connections/repeated-transaction.ts';
import { createScope, type Scope } from '../scope.ts';
import { systemRandom } from '../../random.ts';
import { ApiKey } from './api-key.ts';
import { Organization } from './organization.ts';
import { Project } from './project.ts';
import { recordsOf, type Where } from './records.ts';
import { RetentionSettings } from './retention-settings.ts';

let database: Database;
let beside: Database;
let databaseUrl: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const made = await makeDatabase();
  ({ databaseUrl } = made);
  database = openDatabase(made.databaseUrl, 4);
  beside = openDatabase(made.databaseUrl, 2);
  drop = made.drop;
});
afterAll(async () => {
  await database.close();
  await beside.close();
  await drop();
});

async function makeOrganization(name: string): Promise<Scope> {
  const scope = createScope(database, systemRandom.id());
  await recordsOf(scope, Organization).create({ name, createdAt: testClock.now() });
  return scope;
}

let mine: Scope;
let theirs: Scope;
beforeEach(async () => {
  mine = await makeOrganization('mine');
  theirs = await makeOrganization('theirs');
});

const newProject = (name: string) => ({ id: systemRandom.id(), name, createdAt: testClock.now() });
const namesIn = async (scope: Scope) =>
  (await recordsOf(scope, Project).findAll({ order: [['name', 'ASC']] })).map(({ name }) => name);

it('creates, finds, changes and deletes rows', async () => {
  const projects = recordsOf(mine, Project);
  const shop = await projects.create(newProject('shop'));
  const bank = await projects.create({ ...newProject('bank'), defaultBranch: 'main' });
  expect(shop).toEqual({
    organizationId: mine.organizationId,
    id: shop.id,
    name: 'shop',
    lastExecutionNumber: 0,
    createdAt: shop.createdAt,
    defaultBranch: null,
    chosenBranch: null,
    hasCi: null,
  });
  expect(await projects.findOne({ name: 'shop' })).toEqual(shop);
  expect(await projects.findOne({ name: 'none' })).toBe(null);
  expect(await projects.findAll({ order: [['name', 'ASC']] })).toEqual([bank, shop]);
  expect(await projects.findAll({ order: [['name', 'DESC']], limit: 1 })).toEqual([shop]);
  expect(await projects.findAll({ where: { defaultBranch: null } })).toEqual([shop]);
  expect(await projects.findAll({ where: { id: [bank.id], name: ['bank', 'shop'] } })).toEqual([
    bank,
  ]);
  const changed = { ...bank, hasCi: true };
  expect(await projects.update({ hasCi: true }, { name: ['bank', 'none'], hasCi: null })).toEqual([
    changed,
  ]);
  expect(await projects.update({ hasCi: true }, { name: 'none' })).toEqual([]);
  expect(await projects.destroy({ name: 'shop' })).toBe(1);
  expect(await projects.findAll()).toEqual([changed]);
});

it('replaces the only row of an organization', async () => {
  const settings = recordsOf(mine, RetentionSettings);
  await settings.upsert({ resultsDays: 5, artifactsDays: null, rollUpsDays: 9 });
  await settings.upsert({ resultsDays: null, artifactsDays: 1, rollUpsDays: 9 });
  expect(await settings.findAll()).toEqual([
    { organizationId: mine.organizationId, resultsDays: null, artifactsDays: 1, rollUpsDays: 9 },
  ]);
  expect(await recordsOf(theirs, RetentionSettings).findOne({})).toBe(null);
});

it('keeps any text as it is, and a NUL as the two characters that stand for it', async () => {
  const projects = recordsOf(mine, Project);
  const texts = [`'; DROP TABLE projects; --`, '$1 $name :name ?', 'a\\b"c', '👩‍🔬', 'a\0b'];
  for (const name of texts) {
    const { id } = await projects.create(newProject(name));
    const stored = name.replace('\0', '\\0');
    expect((await projects.findOne({ name: stored }))?.id).toBe(id);
    expect(await projects.update({ defaultBranch: name }, { name: stored })).toMatchObject([
      { id, name: stored, defaultBranch: stored },
    ]);
    expect(await projects.destroy({ name: stored })).toBe(1);
  }
});

it("reaches no row of another organization, not even by that organization's id", async () => {
  const { id } = await recordsOf(theirs, Project).create(newProject('shop'));
  const foreign = { organizationId: theirs.organizationId };
  const projects = recordsOf(mine, Project);
  const wheres: Where<Project>[] = [
    { id },
    { name: 'shop' },
    // The types do not know the column in a condition.
    { id, ...foreign },
    foreign as Where<Project>,
    {},
  ];
  for (const where of wheres) {
    expect(await projects.findAll({ where })).toEqual([]);
    expect(await projects.findOne(where)).toBe(null);
    expect(await projects.update({ name: 'taken' }, where)).toEqual([]);
    expect(await projects.destroy(where)).toBe(0);
  }
  const made = await projects.create({ ...newProject('own'), ...foreign });
  expect(made.organizationId).toBe(mine.organizationId);
  const [moved] = await projects.update({ name: 'moved', ...foreign }, { id: made.id });
  expect(moved?.organizationId).toBe(mine.organizationId);
  await recordsOf(mine, RetentionSettings).upsert({
    resultsDays: 1,
    artifactsDays: 1,
    rollUpsDays: 1,
    ...foreign,
  });
  expect(await recordsOf(theirs, RetentionSettings).findAll()).toEqual([]);
  expect([await namesIn(mine), await namesIn(theirs)]).toEqual([['moved'], ['shop']]);
  const organizations = await recordsOf(mine, Organization).findAll();
  expect(organizations.map(({ name }) => name)).toEqual(['mine']);
});

it('takes part in the transaction of its scope', async () => {
  const failed = mine.transaction(async (scope) => {
    const projects = recordsOf(scope, Project);
    await projects.create(newProject('shop'));
    await projects.update({ name: 'bank' }, { name: 'shop' });
    expect(await namesIn(scope)).toEqual(['bank']);
    expect(await namesIn(mine)).toEqual([]);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await namesIn(mine)).toEqual([]);
  const late = await mine.transaction(async (scope) => {
    await recordsOf(scope, Project).create(newProject('shop'));
    return recordsOf(scope, Project);
  });
  expect(await namesIn(mine)).toEqual(['shop']);
  await expect(late.create(newProject('late'))).rejects.toThrow('the transaction is over');
});

it('repeats a transaction after a foreign key was violated, as for other statements', async () => {
  let tries = 0;
  const missing = createScope(database, systemRandom.id());
  const refused = missing.transaction((scope) => {
    tries++;
    return recordsOf(scope, Project).create(newProject('shop'));
  });
  await expect(refused).rejects.toMatchObject({ name: 'SequelizeDatabaseError' });
  expect(tries).toBe(4);
});

it('keeps values out of errors, which are logged', async () => {
  const secret = 'a token that belongs in no log';
  const projects = recordsOf(mine, Project);
  await projects.create(newProject(secret));
  const failures = await Promise.all(
    [
      projects.create(newProject(secret)),
      projects.create({ ...newProject(secret), lastExecutionNumber: NaN }),
      projects.findAll({ where: { id: secret } }),
      projects.update({ name: secret, lastExecutionNumber: 2 ** 40 }, { name: secret }),
      projects.create({
        ...newProject(''),
        name: null as unknown as string,
        defaultBranch: secret,
      }),
    ].map((statement) => statement.catch((error: unknown) => error)),
  );
  expect(failures.map((error) => error instanceof Error)).toEqual(failures.map(() => true));
  expect(getSqlState(failures[0])).toBe('23505');
  const logged = failures.map((error) => inspect(error, { depth: 10, showHidden: true }));
  // Postgres names a malformed id in its message, as for every other statement.
  expect(logged.flatMap((text, index) => (text.includes(secret) ? [index] : []))).toEqual([2]);
});

/** How many connections wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await beside.query<{ count: number }>(
    `SELECT count(*)::integer AS count
     FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

it('is cancelled when the client leaves', async () => {
  const leaving = new AbortController();
  const { organizationId } = mine;
  const scope = createScope(
    database.of({ organizationId, signal: leaving.signal }),
    organizationId,
  );
  await beside.transaction(async (lock) => {
    await lock.query('LOCK TABLE projects IN ACCESS EXCLUSIVE MODE');
    const asked = recordsOf(scope, Project).findAll();
    const outcome = expect(asked).rejects.toThrow('the client left');
    await expect.poll(waiting).toBe(1);
    leaving.abort(new Error('the client left'));
    await outcome;
    await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
  });
  await expect(recordsOf(scope, Project).findAll()).rejects.toThrow('the client left');
});

it('has the time limits of its connections', async () => {
  const limited = openDatabase(databaseUrl, 1, { work: 'readiness' });
  try {
    await beside.transaction(async (lock) => {
      await lock.query('LOCK TABLE projects IN ACCESS EXCLUSIVE MODE');
      const asked = recordsOf(createScope(limited, mine.organizationId), Project).findAll();
      const error: unknown = await asked.catch((thrown: unknown) => thrown);
      expect(['55P03', '57014']).toContain(getSqlState(error));
    });
  } finally {
    await limited.close();
  }
});

it('cannot be reached without a scope', async () => {
  const statements = [ApiKey.count(), Project.findAll(), Organization.destroy({ where: {} })];
  for (const statement of statements) {
    await expect(statement).rejects.toThrow('only through recordsOf');
  }
});

it('sends one statement for each call', async () => {
  const sent: string[] = [];
  await mine.transaction(async (scope) => {
    const projects = recordsOf(
      {
        organizationId: mine.organizationId,
        modelStatement: (run) =>
          scope.modelStatement(async (options) => {
            const { connection } = options.transaction as unknown as {
              connection: { query: (...given: unknown[]) => unknown };
            };
            const { query } = connection;
            connection.query = (...given) => {
              sent.push(String(given[0]).split(' ')[0] ?? '');
              return query.apply(connection, given);
            };
            try {
              return await run(options);
            } finally {
              connection.query = query;
            }
          }),
      },
      Project,
    );
    await projects.create(newProject('shop'));
    await projects.findAll();
    await projects.findOne({ name: 'shop' });
    await projects.update({ name: 'bank' }, { name: 'shop' });
    await projects.destroy({ name: 'bank' });
  });
  expect(sent).toEqual(['INSERT', 'SELECT', 'SELECT', 'UPDATE', 'DELETE']);
});
