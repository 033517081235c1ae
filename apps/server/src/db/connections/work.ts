/** Time limits for statements of one kind of work. In milliseconds; 0 means no limit. */
export interface WorkLimits {
  statementMs: number;
  /** How long a statement may wait for one lock. */
  lockMs: number;
  /** How long a transaction may be idle. */
  idleMs: number;
  /**
   * Every statement finds its rows by an index. Otherwise a prepared statement that was planned while a table was small
   * would continue to read the whole table as it grows.
   */
  byIndex?: true;
}

/** The kinds of work, each with its own connections, and their time limits. */
export const WORK = {
  /** Authentication, rate limits and sign-in: single rows by their key. */
  essential: { statementMs: 5_000, lockMs: 2_000, idleMs: 10_000, byIndex: true },
  readiness: { statementMs: 1_000, lockMs: 1_000, idleMs: 5_000 },
  answer: { statementMs: 10_000, lockMs: 5_000, idleMs: 10_000 },
  upload: { statementMs: 60_000, lockMs: 20_000, idleMs: 60_000, byIndex: true },
  job: { statementMs: 600_000, lockMs: 30_000, idleMs: 600_000 },
  /** Creating and detaching partitions. Detaching waits for each reader of the tables, and nothing waits for it. */
  ddl: { statementMs: 600_000, lockMs: 30_000, idleMs: 60_000 },
  /** Migrations, and commands that run while the server runs: nothing else waits for these connections. */
  migration: { statementMs: 0, lockMs: 0, idleMs: 0 },
} satisfies Record<string, WorkLimits>;

export type Work = keyof typeof WORK;

/**
 * SQL that runs on each new connection. It is not in the start-up options, because connection poolers refuse those.
 * work_mem: questions hash and sort some ten thousand narrow rows, which Postgres' default of 4 MB would send to disk.
 * jit: compiling a statement takes longer than any of our statements. The last setting makes Postgres end a statement
 * whose client is gone; not every operating system supports it, and a failed SET would leave the settings behind it
 * unset.
 */
export function buildSessionSettings({ statementMs, lockMs, idleMs, byIndex }: WorkLimits): string {
  return `
    SET work_mem = '16MB';
    SET jit = off;
    ${byIndex === true ? 'SET enable_seqscan = off;' : ''}
    SET statement_timeout = ${statementMs};
    SET lock_timeout = ${lockMs};
    SET idle_in_transaction_session_timeout = ${idleMs};
    DO $$ BEGIN
      PERFORM set_config('client_connection_check_interval', '1s', false);
    EXCEPTION WHEN OTHERS THEN NULL;
    END $$`;
}

// Postgres enforces the statement timeout itself; this covers a Postgres that does not answer at all.
const ANSWER_MS = 5_000;

/** The time without an answer after which the connection is dropped. */
export function computeAnswerTimeout({ statementMs }: WorkLimits): number | undefined {
  return statementMs === 0 ? undefined : statementMs + ANSWER_MS;
}
