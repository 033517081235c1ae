import type { Transaction as SequelizeTransaction } from 'sequelize';

/**
 * Runs SQL statements. `owner` is the organization whose data a statement changes. A scope passes its own by itself. A
 * statement that changes data which answers read is refused without one: its transaction raises the organization's data
 * revision.
 */
export interface Statements {
  /**
   * Runs one statement and returns its rows. Pass values in `bind` as $1, $2, …; a value in the text could inject SQL.
   */
  query<Row extends object>(sql: string, bind?: unknown[], owner?: string): Promise<Row[]>;
  /**
   * As `query`, for a statement that runs often: Postgres parses it once per connection, and soon plans it only once
   * too. Each connection keeps every text until it closes, so the text must be constant.
   */
  prepared<Row extends object>(sql: string, bind: unknown[], owner?: string): Promise<Row[]>;
  /**
   * Runs one statement of a Sequelize model on the same connections, with the same limits and errors. `run` passes its
   * options to the model's method. `changed` is the table that the statement changes. Called only by
   * `db/models/records.ts`, which binds the organization.
   */
  modelStatement<Answer>(
    run: ModelStatement<Answer>,
    changed?: string,
    owner?: string,
  ): Promise<Answer>;
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
  /**
   * Notes that the transaction changes data of the organization, which its statements show by themselves, and what it
   * adds to the organization's usage or takes off. Stored as the last statement of the transaction.
   */
  noteChange(organizationId: string, usage?: Partial<AddedUsage>): void;
}

/** Stored amounts that a transaction adds to those of an organization, or takes off. */
export interface AddedUsage {
  results: number;
  /** The size of the stored files, each counted once. */
  artifactBytes: number;
}

export type ModelStatement<Answer> = (options: {
  transaction: SequelizeTransaction;
}) => Promise<Answer>;

/** Postgres' text type cannot hold NUL, and Postgres refuses the whole statement for one. */
export function escapeNul(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\\0') : value;
}
