import type { Transaction } from 'sequelize';
import type { Database } from '../database.ts';
import { foundation } from './0001-foundation.ts';
import { accounts } from './0002-accounts.ts';
import { rollUps } from './0003-roll-ups.ts';

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

/** All steps in their order: an explicit list, so that names do not depend on the build. */
export const migrations: readonly Migration[] = [foundation, accounts, rollUps];
