import type { Transaction } from 'sequelize';
import type { Database } from './database.ts';

/** A transaction of one organization; every statement in it is bound to that organization. */
export interface Scope {
  database: Database;
  transaction: Transaction;
  organizationId: string;
}
