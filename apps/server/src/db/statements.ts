import type { Transaction as SequelizeTransaction } from 'sequelize';

/** Runs SQL statements. */
export interface Statements {
  /**
   * Runs one statement and returns its rows. Pass values in `bind` as $1, $2, …; a value in the text could inject SQL.
   */
  query<Row extends object>(sql: string, bind?: unknown[]): Promise<Row[]>;
  /**
   * As `query`, for a statement that runs often: Postgres parses it once per connection, and soon plans it only once
   * too. Each connection keeps every text until it closes, so the text must be constant.
   */
  prepared<Row extends object>(sql: string, bind: unknown[]): Promise<Row[]>;
  /**
   * Runs one statement of a Sequelize model on the same connections, with the same limits and errors. `run` passes its
   * options to the model's method. Called only by `db/models/records.ts`, which binds the organization.
   */
  modelStatement<Answer>(run: ModelStatement<Answer>): Promise<Answer>;
  /**
   * Runs `work` in one transaction. The statements of `work` run in it only through the object that `work` receives.
   * Repeats `work` from the beginning after errors where a repeat helps, such as a deadlock. In a transaction, runs
   * `work` as a part of that transaction, without repeating it.
   */
  transaction<Answer>(work: (transaction: Transaction) => Promise<Answer>): Promise<Answer>;
}

/**
 * Runs SQL statements in one transaction, on its connection. Functions that take locks, or whose statements must
 * commit together, require this type.
 */
export interface Transaction extends Statements {
  readonly inTransaction: true;
}

export type ModelStatement<Answer> = (options: {
  transaction: SequelizeTransaction;
}) => Promise<Answer>;

/** Postgres' text type cannot hold NUL, and Postgres refuses the whole statement for one. */
export function escapeNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\\0') : value;
}
