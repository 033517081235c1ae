import type pg from 'pg';
import { QueryTypes, Sequelize, type Transaction } from 'sequelize';

/** The connections to Postgres; every SQL text goes through `query`. */
export interface Database {
  sequelize: Sequelize;
  /** The rows of one statement. Values go through `bind` as $1, $2, …, never into the text. */
  query<Row extends object>(
    sql: string,
    bind?: unknown[],
    transaction?: Transaction,
  ): Promise<Row[]>;
  /** Runs `work` in one transaction; again, from its beginning, when Postgres ended it for a deadlock. */
  transaction<Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

export function openDatabase(databaseUrl: string, poolSize: number): Database {
  const sequelize = new Sequelize(databaseUrl, {
    dialect: 'postgres',
    logging: false,
    pool: { max: poolSize, min: 1, idle: 30_000, acquire: 10_000 },
    dialectOptions: {
      application_name: 'svc',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
    },
  });
  // Not among the start-up options, which poolers in front of a Postgres refuse.
  sequelize.addHook('afterConnect', async (connection) => {
    await (connection as pg.Client).query(SESSION_SETTINGS);
  });
  const database: Database = {
    sequelize,
    query: <Row extends object>(sql: string, bind: unknown[] = [], transaction?: Transaction) =>
      sequelize
        .query<Row>(sql, {
          type: QueryTypes.SELECT,
          bind,
          ...(transaction === undefined ? {} : { transaction }),
        })
        .catch(rethrowWithoutValues),
    transaction: (work) => repeatOnDeadlock(() => sequelize.transaction(work)),
    close: () => sequelize.close(),
  };
  return database;
}

// Questions hash and sort some ten thousand narrow rows, which Postgres' 4 MB would send to disk. And compiling
// a statement, which Postgres does with dear ones unless told not to, costs more than any of ours takes.
const SESSION_SETTINGS = `SET work_mem = '16MB'; SET jit = off`;

/** Sequelize puts the statement and all its values on its errors, and errors are logged: nobody's output or token belongs there. */
function rethrowWithoutValues(error: unknown): never {
  const { parent, original } = error as { parent?: unknown; original?: unknown };
  for (const one of [error, parent, original]) {
    if (typeof one !== 'object' || one === null) continue;
    for (const name of WITH_VALUES) Reflect.deleteProperty(one, name);
  }
  throw error;
}

// `detail` and `where` are Postgres' own words, which may quote a value: `Key (email)=(…) already exists.`
const WITH_VALUES = ['sql', 'parameters', 'fields', 'errors', 'detail', 'where'] as const;

// 40P01 deadlock, 40001 serialization failure: Postgres' own advice is to run the transaction again.
// 23514: a partition went while a late upload was on its way to it, and is made at the second try.
const REPEATABLE_STATES = new Set(['40P01', '40001', '23514']);
const MAX_TRIES = 4;

async function repeatOnDeadlock<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      const state = (error as { parent?: { code?: string } }).parent?.code ?? '';
      if (tries >= MAX_TRIES || !REPEATABLE_STATES.has(state)) throw error;
    }
  }
}
