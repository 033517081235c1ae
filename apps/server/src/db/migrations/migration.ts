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
}
