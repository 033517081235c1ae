import { hash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { parse } from 'pg-connection-string';
import {
  BaseError,
  ConnectionAcquireTimeoutError,
  ConnectionError,
  DatabaseError,
  Sequelize,
  type Transaction as SequelizeTransaction,
} from 'sequelize';
import { buildBusyError, SvcError } from '../../errors.ts';
import { DatabaseClient } from './database-client.ts';
import { FairLimiter, type Pass } from '../../limiters/fair-limiter.ts';
import { NodeAwayError, readNodeAway } from './node-away-error.ts';
import {
  findChange,
  findModelChange,
  hasChangedRows,
  type StatementChange,
} from '../changes/changed-tables.ts';
import { TransactionChanges } from '../changes/transaction-changes.ts';
import { openTransaction, type TransactionConnection } from '../open-transaction.ts';
import { repeatWhereItHelps } from './repeated-transaction.ts';
import {
  escapeNul,
  type ModelStatement,
  type Statements,
  type Transaction,
} from '../statements.ts';
import { inStatementSpan } from '../../traces.ts';
import { computeAnswerTimeout, buildSessionSettings, WORK, type Work } from './work.ts';

/**
 * The connections to Postgres for one kind of work. `query` and `prepared` run each statement on any free connection,
 * outside of every transaction.
 */
export interface Database extends Statements {
  /** Pool and transactions; the statements do not go through it. */
  sequelize: Sequelize;
  /** Returns these connections for one organization, which gets at most half of them. */
  of(asker: Asker): Database;
  close(): Promise<void>;
}

/** The organization that a connection is requested for. */
export interface Asker {
  organizationId: string;
  /** Aborts when the client no longer waits for the answer. That ends the statement. */
  signal?: AbortSignal | undefined;
}

export interface DatabaseOptions {
  /** The kind of work, which sets the statement's time limits. */
  work?: Work;
  /** Receives each failed connection and each successful statement. */
  outage?: OutageWatch;
  /** How Postgres lists the connections in pg_stat_activity. */
  applicationName?: string;
}

/** Detects when the database becomes unreachable, and when it is back. */
export interface OutageWatch {
  noteFailure(error: Error): void;
  noteAnswer(): void;
}

// Set here because Sequelize would query it on a connection outside the pool. No code of svc depends on the version.
// Sequelize's types lack the setting.
const KNOWN_VERSION = { databaseVersion: '15.0.0' };

/** The diagnostics channel that gets the text of each statement before it is sent. */
export const STATEMENTS = 'svc:statements';

// After this long, a 503 and a retry serve the client better.
const WAIT_MS = 10_000;
const WAITING_PER_ORGANIZATION = 200;

export function openDatabase(
  databaseUrl: string,
  poolSize: number,
  { work = 'migration', outage = UNWATCHED, applicationName = 'svc' }: DatabaseOptions = {},
): Database {
  const limits = WORK[work];
  // Parsed here because Sequelize uses `url.parse`, and Node prints a warning about that at each start.
  const address = parse(databaseUrl);
  const sequelize = new Sequelize({
    dialect: 'postgres',
    host: address.host ?? '',
    ...(address.port ? { port: Number(address.port) } : {}),
    ...(address.database ? { database: address.database } : {}),
    ...(address.user ? { username: address.user } : {}),
    ...(address.password ? { password: address.password } : {}),
    dialectModule: { ...pg, Client: DatabaseClient },
    ...KNOWN_VERSION,
    logging: false,
    // Authentication sends two statements at a time, and must not open a connection for one.
    pool: {
      max: poolSize,
      min: work === 'essential' ? poolSize : 1,
      idle: 30_000,
      acquire: WAIT_MS,
    },
    dialectOptions: {
      application_name: applicationName,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      query_timeout: computeAnswerTimeout(limits),
      ...address,
    },
  });
  sequelize.addHook('afterConnect', async (connection) => {
    const client = connection as DatabaseClient;
    try {
      await client.query(buildSessionSettings(limits));
    } catch (error) {
      client.cutOff('its settings could not be set');
      throw error;
    }
  });
  const limiter = new FairLimiter({
    capacity: poolSize,
    share: Math.max(1, Math.floor(poolSize / 2)),
    maxWaiting: { each: WAITING_PER_ORGANIZATION },
    maxWaitMs: WAIT_MS,
    refusal: 'The server is busy: too many requests wait for a connection to the database',
  });
  return new PooledDatabase(
    { requiresOwner: work !== 'migration', sequelize, limiter, outage },
    null,
  );
}

const UNWATCHED: OutageWatch = { noteFailure: () => {}, noteAnswer: () => {} };

interface Statement {
  sql: string;
  bind: unknown[];
  isPrepared: boolean;
}

interface Pool {
  /** Steps of the schema belong to no organization. */
  requiresOwner: boolean;
  sequelize: Sequelize;
  limiter: FairLimiter;
  outage: OutageWatch;
}

type OwnedChange = StatementChange & { owner: string };

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

  query = <Row extends object>(
    sql: string,
    bind: unknown[] = [],
    owner?: string,
  ): Promise<Row[]> => {
    publishStatement(sql);
    if (this.#own(findChange(sql), owner) !== null) {
      return this.transaction((transaction) => transaction.query<Row>(sql, bind, owner));
    }
    return this.#onConnection((client) => this.#run<Row>(client, { sql, bind, isPrepared: false }));
  };

  prepared = <Row extends object>(sql: string, bind: unknown[], owner?: string): Promise<Row[]> => {
    publishStatement(sql);
    if (this.#own(findChange(sql), owner) !== null) {
      return this.transaction((transaction) => transaction.prepared<Row>(sql, bind, owner));
    }
    return this.#onConnection((client) => this.#run<Row>(client, { sql, bind, isPrepared: true }));
  };

  modelStatement = <Answer>(
    run: ModelStatement<Answer>,
    changed?: string,
    owner?: string,
  ): Promise<Answer> =>
    this.#own(findModelChange(changed), owner) !== null
      ? this.transaction((transaction) => transaction.modelStatement(run, changed, owner))
      : this.#onConnection((client) => this.#runModel(client, run));

  transaction = <Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer> =>
    repeatWhereItHelps(async () => {
      const pass = await this.#enter();
      try {
        const begun = await this.sequelize.transaction().catch(this.#rethrow);
        const client = getClient(begun);
        const changes = new TransactionChanges();
        const connection = this.#connectTransaction(client, changes);
        const { transaction, end } = openTransaction(connection);
        const answer = await work(transaction)
          .finally(end)
          .then(async (answer) => {
            await changes.store(connection);
            return answer;
          })
          .catch(async (error: unknown) => {
            // Without its connection there is nothing to roll back, and Sequelize would log a line about it.
            if (error instanceof ConnectionError && !(error instanceof NodeAwayError))
              client.cutOff('its transaction broke');
            else await begun.rollback().catch(() => undefined);
            throw error;
          });
        await begun.commit().catch(this.#rethrow);
        return answer;
      } finally {
        pass?.release();
      }
    });

  #connectTransaction(client: DatabaseClient, changes: TransactionChanges): TransactionConnection {
    const run = async <Row>(statement: Statement, owner?: string): Promise<Row[]> => {
      publishStatement(statement.sql);
      const change = this.#own(findChange(statement.sql), owner);
      const results = await this.#runForResults(client, statement);
      if (change !== null && hasChangedRows(change, results)) changes.note(change.owner);
      return collectRows<Row>(results);
    };
    return {
      query: (sql, bind = [], owner) => run({ sql, bind, isPrepared: false }, owner),
      prepared: (sql, bind, owner) => run({ sql, bind, isPrepared: true }, owner),
      modelStatement: async (runModel, changed, owner) => {
        const change = this.#own(findModelChange(changed), owner);
        if (change !== null) changes.note(change.owner);
        return this.#runModel(client, runModel);
      },
      noteChange: (organizationId, usage) => changes.note(organizationId, usage),
    };
  }

  /** The change with the organization whose data it changes. */
  #own(change: StatementChange | null, owner: string | undefined): OwnedChange | null {
    if (change === null) return null;
    if (owner !== undefined) return { ...change, owner };
    if (!this.#pool.requiresOwner) return null;
    throw new Error(
      `A statement that changes ${change.tables.join(', ')} needs a scope: it raises the data revision of its organization.`,
    );
  }

  close = (): Promise<void> => this.sequelize.close();

  async #enter(): Promise<Pass | null> {
    // Without an asker, the request is the server's own. It may use all connections.
    if (this.#asker === null) return null;
    const { organizationId, signal } = this.#asker;
    return this.#pool.limiter.enter(organizationId, { signal });
  }

  async #onConnection<Answer>(work: (client: DatabaseClient) => Promise<Answer>): Promise<Answer> {
    const pass = await this.#enter();
    try {
      const client = await this.#connect();
      try {
        return await work(client);
      } finally {
        this.sequelize.connectionManager.releaseConnection(client);
      }
    } finally {
      pass?.release();
    }
  }

  async #connect(): Promise<DatabaseClient> {
    const { connectionManager } = this.sequelize;
    const options = { type: 'write', useMaster: true } as const;
    const connection = await connectionManager.getConnection(options).catch(this.#rethrow);
    // Sequelize's types hide that a connection of its Postgres dialect is pg's client.
    return connection as DatabaseClient;
  }

  async #run<Row>(client: DatabaseClient, statement: Statement): Promise<Row[]> {
    return collectRows<Row>(await this.#runForResults(client, statement));
  }

  /** A text with several statements gives several results. Only texts without values can have several. */
  #runForResults(
    client: DatabaseClient,
    { sql, bind, isPrepared }: Statement,
  ): Promise<pg.QueryResult[]> {
    return this.#watch(client, () =>
      inStatementSpan(sql, async () => {
        const result: pg.QueryResult | pg.QueryResult[] = await (bind.length === 0
          ? client.query(sql)
          : client.query({
              text: sql,
              values: bind.map(escapeNul),
              ...(isPrepared ? { name: namePreparedStatement(sql) } : {}),
            }));
        return Array.isArray(result) ? result : [result];
      }),
    );
  }

  #runModel<Answer>(client: DatabaseClient, run: ModelStatement<Answer>): Promise<Answer> {
    const transaction = new ModelConnection(client) as unknown as SequelizeTransaction;
    return this.#watch(client, () =>
      inStatementSpan(null, () => run({ transaction })).catch((error: unknown) => {
        throw unwrapDriverError(error);
      }),
    );
  }

  /** Closes the connection when no caller waits for the statement any more, or when Postgres does not answer it. */
  async #watch<Answer>(client: DatabaseClient, work: () => Promise<Answer>): Promise<Answer> {
    const signal = this.#asker?.signal;
    signal?.throwIfAborted();
    const cutOff = (): void => client.cutOff('its client has disconnected');
    signal?.addEventListener('abort', cutOff, { once: true });
    try {
      const answer = await work();
      this.#pool.outage.noteAnswer();
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (isUnanswered(error)) client.cutOff('it does not answer');
      return this.#rethrow(error);
    } finally {
      signal?.removeEventListener('abort', cutOff);
    }
  }

  /**
   * Converts every error to one of Sequelize's: pg's own errors do not show whether the statement or the connection
   * failed.
   */
  #rethrow = (thrown: unknown): never => {
    const error = convertDatabaseError(thrown);
    if (error instanceof ConnectionError) this.#pool.outage.noteFailure(error);
    throw error;
  };
}

const statements = channel(STATEMENTS);

/** Publishes synchronously, so that a subscriber finds the sender in its call stack. */
export function publishStatement(sql: string): void {
  if (statements.hasSubscribers) statements.publish(sql);
}

function collectRows<Row>(results: pg.QueryResult[]): Row[] {
  return results.flatMap(({ rows }) => rows as Row[]);
}

const preparedNames = new Map<string, string>();

/** A name for the text that is the same on every server: a pooler in front of Postgres may share connections. */
function namePreparedStatement(sql: string): string {
  let name = preparedNames.get(sql);
  if (name === undefined) {
    name = `svc_${hash('sha256', sql, 'hex').slice(0, 24)}`;
    preparedNames.set(sql, name);
  }
  return name;
}

/** The part of a transaction that Sequelize's models need: they run their statement on its connection. */
class ModelConnection {
  readonly connection: DatabaseClient;

  constructor(connection: DatabaseClient) {
    this.connection = connection;
  }
}

/** The error of pg that Sequelize converted, so that every statement's errors are converted in the same way. */
function unwrapDriverError(thrown: unknown): unknown {
  if (!(thrown instanceof BaseError) || !('parent' in thrown)) return thrown;
  return thrown.parent instanceof Error ? thrown.parent : thrown;
}

function getClient(transaction: SequelizeTransaction): DatabaseClient {
  // Sequelize's types lack the connection of a transaction.
  const { connection } = transaction as unknown as { connection: DatabaseClient };
  return connection;
}

// Class 08: connection trouble. 57P0x: the server stops or starts. 53: out of resources. 25P03: the transaction was
// idle for too long. The others are operating system errors of a connection that broke during a read or write.
const OUT_OF_REACH = /^(?:08|53|57P0|25P03|EPIPE$|ECONN|ETIMEDOUT$|ENOENT$|EAI_)/;
const CONNECTION_BROKE =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|timeout expired|nobody waits|it does not answer|its transaction broke)/;

function convertDatabaseError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error instanceof ConnectionAcquireTimeoutError)
    return buildBusyError('no connection became free');
  if (error instanceof SvcError || error instanceof ConnectionError) return error;
  const cause = error instanceof DatabaseError ? error.parent : error;
  const { code } = cause as { code?: unknown };
  const node = readNodeAway(cause.message);
  if (node !== undefined) return new NodeAwayError(cause, node);
  if (typeof code === 'string' && OUT_OF_REACH.test(code)) return new ConnectionError(cause);
  if (CONNECTION_BROKE.test(cause.message)) return new ConnectionError(cause);
  // Errors are logged, and no test output or token may reach the log. Postgres' detail may quote a value (`Key
  // (email)=(…) already exists.`). Sequelize adds the statement and all its values.
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
