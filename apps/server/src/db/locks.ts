import type pg from 'pg';
import { toArrayLiteral } from './connections/plain-array.ts';
import type { Transaction } from './statements.ts';

/**
 * The advisory locks of svc. A transaction that needs several takes them in this order, and the locks of rows after all
 * of them. `try` never waits.
 *
 * A roll-up locks rows in the order executions, projects, fingerprints, tests. The deletion of an execution or a
 * project locks them in any order: it holds `uploads` exclusively and `rollUps`, so only jobs that change the status of
 * executions lock such rows at the same time. A transaction that Postgres ends because of a deadlock runs again. An
 * upload locks a row of `organization_usage` after all others. An analysis locks its execution in share mode, for which
 * only deletions wait, then fingerprints, then its row of `due_analyses`.
 *
 * Each value is the key that Postgres locks, in SQL. Servers of two versions may share a database: a key must never
 * change.
 */
export const LOCKS = {
  /** 1. Held by the server that uses an embedded Postgres, until its connection ends (try). */
  server: '7382001',
  /** 2. Held while steps of the schema run. */
  migration: '7382002',
  /** 3. Held while the first organization is made. */
  bootstrap: '7382003',
  /** 4. Held while expired data is deleted: one server at a time does that (try). */
  retention: '7382005',
  /** 5. Held while the tables of a week are made. The transaction takes no further lock. */
  partitions: '7382004',
  /**
   * 6. The uploads of an organization. An upload takes the lock shared; an upload that runs again after a deadlock, and
   * a deletion, take it exclusively.
   */
  uploads: (organizationId: Sql) => hashed(organizationId, 1),
  /** 7. An idempotency key, and the key of an execution, while an upload with this key runs (try). */
  uploadKey: (key: Sql) => hashed(key, 3),
  /**
   * 8. The roll-ups of an organization: one server at a time derives them (try). Retention, deletions, the rebuild
   * and the choice of a default branch wait.
   */
  rollUps: (organizationId: Sql) => hashed(organizationId, 2),
  /**
   * 9. The parts of an execution. Uploads that only add parts take the lock shared; transactions that replace or delete
   * parts take it exclusively.
   */
  parts: (executionId: Sql) => hashed(executionId, 0),
  /**
   * 10. The analysis of an execution, from reading its failures to writing the verdicts, so that an older input never
   *     overwrites the verdicts on a newer one. Other transactions do not wait for it (`try`), because an analysis of
   *     an outage takes seconds.
   */
  analysis: (executionId: Sql) => hashed(executionId, 4),
  /** 11. Held while svc-admin replaces the secret of the data directory. The transaction takes no further lock. */
  secretFile: '7382006',
  /**
   * 12. The files of the storage. A backup takes the lock exclusively, so that the files that its rows name stay. A
   *     transaction that deletes files takes it shared (try), and only locks rows afterwards.
   */
  files: '7382007',
} as const;

/** A placeholder or a column. */
type Sql = string;

/** The seed keeps ids and keys of different kinds apart. */
function hashed(text: Sql, seed: number): Sql {
  return `hashtextextended(${text}, ${seed})`;
}

/** The SQL expression that waits for a lock. The lock ends with the transaction. */
export function lockSql(key: Sql, { shared = false }: { shared?: boolean } = {}): Sql {
  return `pg_advisory_xact_lock${shared ? '_shared' : ''}(${key})`;
}

/** The SQL expression that takes a lock if it is free, and is true if it did. The lock ends with the transaction. */
export function tryLockSql(key: Sql, { shared = false }: { shared?: boolean } = {}): Sql {
  return `pg_try_advisory_xact_lock${shared ? '_shared' : ''}(${key})`;
}

/**
 * Locks the database for this server, for as long as the connection lives. It complements the socket of
 * server-socket.ts, which two simultaneous starts can both take.
 */
export async function takeServerLock(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query<{ free: boolean }>(
    `SELECT pg_try_advisory_lock(${LOCKS.server}) AS free`,
  );
  return rows[0]?.free === true;
}

/** False while a backup copies files: then none may be deleted. The lock ends with the transaction. */
export async function tryDeletingFiles(transaction: Transaction): Promise<boolean> {
  const [row] = await transaction.query<{ isFree: boolean }>(
    `SELECT ${tryLockSql(LOCKS.files, { shared: true })} AS "isFree"`,
  );
  return row?.isFree === true;
}

/**
 * Waits until no transaction deletes files or applies retention, and lets none begin before this one ends. Afterwards
 * a snapshot names only files that stay.
 */
export async function keepFiles(transaction: Transaction): Promise<void> {
  await transaction.query(`SELECT ${lockSql(LOCKS.retention)}`);
  await transaction.query(`SELECT ${lockSql(LOCKS.files)}`);
}

/**
 * Locks these executions' parts until the transaction ends. Transactions that only add parts take the lock `shared`;
 * a transaction that replaces or moves parts takes it exclusively.
 */
export async function lockParts(
  transaction: Transaction,
  executionIds: readonly string[],
  { shared }: { shared: boolean },
): Promise<void> {
  await transaction.query(
    `SELECT ${lockSql(LOCKS.parts('id::text'), { shared })} FROM unnest($1::uuid[]) AS execution (id)`,
    [toArrayLiteral(executionIds)],
  );
}
