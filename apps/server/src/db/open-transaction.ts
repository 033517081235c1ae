import type { Transaction } from './statements.ts';

/** A transaction whose work is running. */
export interface OpenTransaction {
  transaction: Transaction;
  /** Makes every later statement reject. The connection may belong to other work then. */
  end(): void;
}

/** The parts of a transaction that its connection does. */
export type TransactionConnection = Omit<Transaction, 'inTransaction' | 'transaction'>;

/** Hands each statement of the transaction to `connection`, which runs it on the transaction's connection. */
export function openTransaction(connection: TransactionConnection): OpenTransaction {
  let isOver = false;
  const refuseLate = (): void => {
    if (isOver) throw new Error('the transaction is over: something in it was not awaited');
  };
  const transaction: Transaction = {
    inTransaction: true,
    query: async <Row extends object>(sql: string, bind: unknown[] = [], owner?: string) => {
      refuseLate();
      return connection.query<Row>(sql, bind, owner);
    },
    prepared: async <Row extends object>(sql: string, bind: unknown[], owner?: string) => {
      refuseLate();
      return connection.prepared<Row>(sql, bind, owner);
    },
    modelStatement: async (run, changed, owner) => {
      refuseLate();
      return connection.modelStatement(run, changed, owner);
    },
    noteChange: (organizationId, usage) => {
      refuseLate();
      connection.noteChange(organizationId, usage);
    },
    transaction: (work) => work(transaction),
  };
  return {
    transaction,
    end: () => {
      isOver = true;
    },
  };
}
