/** How long statements of one kind of work may take. In milliseconds; 0: without an end. */
export interface WorkLimits {
  statementMs: number;
  /** How long a statement waits for one lock. */
  lockMs: number;
  /** How long a transaction may do nothing. */
  idleMs: number;
}

/** The kinds of work, each with connections of its own, and what a statement of each may take. */
export const WORK = {
  /** Authentication, rate limits and sign-in: single rows by their key. */
  essential: { statementMs: 5_000, lockMs: 2_000, idleMs: 10_000 },
  /** The question whether the database answers at all. */
  readiness: { statementMs: 1_000, lockMs: 1_000, idleMs: 5_000 },
  answer: { statementMs: 10_000, lockMs: 5_000, idleMs: 10_000 },
  upload: { statementMs: 60_000, lockMs: 20_000, idleMs: 60_000 },
  job: { statementMs: 600_000, lockMs: 30_000, idleMs: 600_000 },
  /** Making and detaching partitions. Detaching waits for each reader of the tables, and nobody waits for it. */
  ddl: { statementMs: 600_000, lockMs: 30_000, idleMs: 60_000 },
  /** Steps of a migration, and commands beside the server: nobody else waits for these connections. */
  migration: { statementMs: 0, lockMs: 0, idleMs: 0 },
} as const satisfies Record<string, WorkLimits>;

export type Work = keyof typeof WORK;

/**
 * What is set on each new connection. Not among the start-up options, which poolers in front of a
 * Postgres refuse. Questions hash and sort some ten thousand narrow rows, which Postgres' 4 MB would
 * send to disk. Compiling a statement, which Postgres does with expensive ones by default, costs more
 * than any of ours takes. The last setting makes Postgres end a statement whose client is gone; not
 * every operating system has it, and a failed SET would leave the others unset.
 */
export function sessionSettings({ statementMs, lockMs, idleMs }: WorkLimits): string {
  return `
    SET work_mem = '16MB';
    SET jit = off;
    SET statement_timeout = ${statementMs};
    SET lock_timeout = ${lockMs};
    SET idle_in_transaction_session_timeout = ${idleMs};
    DO $$ BEGIN
      PERFORM set_config('client_connection_check_interval', '1s', false);
    EXCEPTION WHEN OTHERS THEN NULL;
    END $$`;
}

// Postgres ends a statement by its own clock; this is for one that gives no answer at all.
const ANSWER_MS = 5_000;

/** After this long without an answer to a statement its connection is given up. */
export function answerTimeoutOf({ statementMs }: WorkLimits): number | undefined {
  return statementMs === 0 ? undefined : statementMs + ANSWER_MS;
}
