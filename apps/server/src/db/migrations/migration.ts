import type { Transaction } from '../statements.ts';

/** One step of the schema. Its name is stored once it has run and must never change. */
export interface Migration {
  name: string;
  up(transaction: Transaction): Promise<void>;
}
