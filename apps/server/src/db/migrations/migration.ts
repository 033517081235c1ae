import type { Transaction } from 'sequelize';
import type { Database } from '../database.ts';

/** One step of the schema. Its name is stored when it has run and never changes afterwards. */
export interface Migration {
  name: string;
  up(context: MigrationContext): Promise<void>;
  down(context: MigrationContext): Promise<void>;
}

export interface MigrationContext {
  database: Database;
  transaction: Transaction;
  /** Tells whoever waits for the start what takes so long; where there are few rows there is nothing to tell. */
  say: Say;
}

/** One line, without an end. */
export type Say = (line: string) => void;
