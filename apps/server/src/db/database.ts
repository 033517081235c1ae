import pg from 'pg';
import {
  ConnectionAcquireTimeoutError,
  ConnectionError,
  DatabaseError,
  Sequelize,
  type Transaction,
} from 'sequelize';
import { busy, SvcError } from '../errors.ts';
import { DatabaseClient } from './database-client.ts';
import { FairQueue, type Leave } from './fair-queue.ts';
import { repeatWhereItHelps } from './repeated-transaction.ts';
import { answerTimeoutOf, sessionSettings, WORK, type Work } from './work.ts';

/** The connections to Postgres for one kind of work; every SQL text goes through `query`. */
export interface Database {
  /** Pool and transactions; the statements do not go through it. */
  sequelize: Sequelize;
  /** The rows of one statement. Values go through `bind` as $1, $2, …, never into the text. */
  query<Row extends object>(
    sql: string,
    bind?: unknown[],
    transaction?: Transaction,
  ): Promise<Row[]>;
  /**
   * The rows of a statement that Postgres parses once for each connection, under this name. Worth it
   * for what runs with every request.
   */
  prepared<Row extends object>(
    statement: { name: string; sql: string },
    bind: unknown[],
  ): Promise<Row[]>;
  /** Runs `work` in one transaction; again, from its beginning, where Postgres says that this helps. */
  transaction<Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer>;
  /** The same connections, asked for in the name of one organization, which gets at most half of them. */
  of(asker: Asker): Database;
  close(): Promise<void>;
}

/** For whom a connection is asked for. */
export interface Asker {
  organizationId: string;
  /** Aborts when nobody waits for the answer any more, which ends the statement. */
  signal?: AbortSignal | undefined;
}

export interface DatabaseOptions {
  /** What the connections are for, which decides how long a statement may take. */
  work?: Work;
  /** Is told of each connection that fails, and of each statement that succeeds. */
  outage?: OutageWatch;
}

/** Notices that the database goes and comes back. */
export interface OutageWatch {
  failed(error: Error): void;
  answered(): void;
}

// Asking for it would take a connection beside the pool, and it decides nothing that svc uses. Sequelize's types
// leave the setting out.
const KNOWN_VERSION = { databaseVersion: '15.0.0' };

// Whoever waits longer for a connection is better off with a 503 and another try.
const WAIT_MS = 10_000;
const WAITING_PER_ORGANIZATION = 200;

export function openDatabase(
  databaseUrl: string,
  poolSize: number,
  { work = 'migration', outage = UNWATCHED }: DatabaseOptions = {},
): Database {
  const limits = WORK[work];
  const sequelize = new Sequelize(databaseUrl, {
    dialect: 'postgres',
    dialectModule: { ...pg, Client: DatabaseClient },
    ...KNOWN_VERSION,
    logging: false,
    pool: { max: poolSize, min: 1, idle: 30_000, acquire: WAIT_MS },
    dialectOptions: {
      application_name: 'svc',
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      query_timeout: answerTimeoutOf(limits),
    },
  });
  sequelize.addHook('afterConnect', async (connection) => {
    const client = connection as DatabaseClient;
    try {
      await client.query(sessionSettings(limits));
    } catch (error) {
      client.cutOff('its settings could not be set');
      throw error;
    }
  });
  const queue = new FairQueue({
    places: poolSize,
    placesPerGroup: Math.max(1, Math.floor(poolSize / 2)),
    waitMs: WAIT_MS,
    waitingPerGroup: WAITING_PER_ORGANIZATION,
  });
  return new PooledDatabase({ sequelize, queue, outage }, null);
}

const UNWATCHED: OutageWatch = { failed: () => {}, answered: () => {} };

interface Pool {
  sequelize: Sequelize;
  queue: FairQueue;
  outage: OutageWatch;
}

interface Statement {
  name?: string;
  sql: string;
  bind: unknown[];
}

class PooledDatabase implements Database {
  readonly sequelize: Sequelize;
  readonly #pool: Pool;
  readonly #asker: Asker | null;

  constructor(pool: Pool, asker: Asker | null) {
    this.sequelize = pool.sequelize;
    this.#pool = pool;
    this.#asker = asker;
  }

  of = (asker: Asker): Database => new PooledDatabase(this.#pool, asker);

  query = async <Row extends object>(
    sql: string,
    bind: unknown[] = [],
    transaction?: Transaction,
  ): Promise<Row[]> => {
    if (transaction !== undefined) return this.#run<Row>(clientOf(transaction), { sql, bind });
    return this.#onConnection((client) => this.#run<Row>(client, { sql, bind }));
  };

  prepared = <Row extends object>(
    { name, sql }: { name: string; sql: string },
    bind: unknown[],
  ): Promise<Row[]> => this.#onConnection((client) => this.#run<Row>(client, { name, sql, bind }));

  transaction = <Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer> =>
    repeatWhereItHelps(async () => {
      const leave = await this.#enter();
      try {
        const transaction = await this.sequelize.transaction().catch(this.#rethrow);
        const answer = await work(transaction).catch(async (error: unknown) => {
          // Without its connection there is nothing to roll back, and Sequelize would write a line about it.
          if (error instanceof ConnectionError)
            clientOf(transaction).cutOff('its transaction broke');
          else await transaction.rollback().catch(() => undefined);
          throw error;
        });
        await transaction.commit().catch(this.#rethrow);
        return answer;
      } finally {
        leave();
      }
    });

  close = (): Promise<void> => this.sequelize.close();

  #enter(): Promise<Leave> {
    // What asks in nobody's name is the server itself, which may take all.
    if (this.#asker === null) return Promise.resolve(() => {});
    return this.#pool.queue.enter(this.#asker.organizationId, this.#asker.signal);
  }

  async #onConnection<Answer>(work: (client: DatabaseClient) => Promise<Answer>): Promise<Answer> {
    const leave = await this.#enter();
    try {
      const client = await this.#connect();
      try {
        return await work(client);
      } finally {
        this.sequelize.connectionManager.releaseConnection(client);
      }
    } finally {
      leave();
    }
  }

  async #connect(): Promise<DatabaseClient> {
    const { connectionManager } = this.sequelize;
    const options = { type: 'write', useMaster: true } as const;
    const connection = await connectionManager.getConnection(options).catch(this.#rethrow);
    // Sequelize does not say so in its types, but a connection of its Postgres dialect is pg's client.
    return connection as DatabaseClient;
  }

  async #run<Row>(client: DatabaseClient, { name, sql, bind }: Statement): Promise<Row[]> {
    const signal = this.#asker?.signal;
    signal?.throwIfAborted();
    const cutOff = (): void => client.cutOff('nobody waits for the answer any more');
    signal?.addEventListener('abort', cutOff, { once: true });
    try {
      const result = await (bind.length === 0
        ? client.query(sql)
        : client.query({
            text: sql,
            values: bind.map(withoutNul),
            ...(name === undefined ? {} : { name }),
          }));
      this.#pool.outage.answered();
      // Several statements in one text, which only those without values can be, give several results.
      const results: pg.QueryResult[] = Array.isArray(result) ? result : [result];
      return results.flatMap(({ rows }) => rows as Row[]);
    } catch (error) {
      signal?.throwIfAborted();
      if (isUnanswered(error)) client.cutOff('it does not answer');
      return this.#rethrow(error);
    } finally {
      signal?.removeEventListener('abort', cutOff);
    }
  }

  /** As Sequelize's errors, whatever threw it: pg's own do not say whether it was the statement or the connection. */
  #rethrow = (thrown: unknown): never => {
    const error = errorOf(thrown);
    if (error instanceof ConnectionError) this.#pool.outage.failed(error);
    throw error;
  };
}

function clientOf(transaction: Transaction): DatabaseClient {
  // Sequelize's types leave out the connection of a transaction.
  const { connection } = transaction as unknown as { connection: DatabaseClient };
  return connection;
}

/** Postgres' texts hold no NUL, and refuse the whole statement for one. */
function withoutNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\\0') : value;
}

// Class 08 is connection trouble, 57P0x a server that stops or starts, 53 one that is out of room, 25P03 a
// transaction that did nothing for too long; the others are the operating system's word for a connection
// that broke while it was written to or read.
const OUT_OF_REACH = /^(?:08|53|57P0|25P03|EPIPE$|ECONN|ETIMEDOUT$|ENOENT$|EAI_)/;
const CONNECTION_BROKE =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|timeout expired|nobody waits|it does not answer|its transaction broke)/;

function errorOf(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof ConnectionAcquireTimeoutError) return busy('no connection became free');
  if (error instanceof SvcError || error instanceof ConnectionError) return error;
  const cause = error instanceof DatabaseError ? error.parent : error;
  const { code } = cause as { code?: unknown };
  if (typeof code === 'string' && OUT_OF_REACH.test(code)) return new ConnectionError(cause);
  if (CONNECTION_BROKE.test(cause.message)) return new ConnectionError(cause);
  // Postgres' own words may quote a value (`Key (email)=(…) already exists.`), and errors are logged:
  // nobody's output or token belongs there. Sequelize adds the statement and all its values.
  for (const one of [error, cause]) {
    for (const name of WITH_VALUES) Reflect.deleteProperty(one, name);
  }
  return 'severity' in cause && !(error instanceof DatabaseError)
    ? new DatabaseError(Object.assign(cause, { sql: '' }))
    : error;
}

const WITH_VALUES = ['sql', 'parameters', 'fields', 'errors', 'detail', 'where'] as const;

function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
