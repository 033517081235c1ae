import type { Transaction } from '../statements.ts';

/** One step of the schema. Its name is stored once it has run and must never change. */
export interface Migration {
  name: string;
  up(context: MigrationContext): Promise<void>;
  down(context: MigrationContext): Promise<void>;
}

export interface MigrationContext {
  transaction: Transaction;
  /** Reports progress to the person waiting for the start. Silent when there are few rows. */
  say: Say;
}

/** Prints one line; the text has no line break. */
export type Say = (line: string) => void;
