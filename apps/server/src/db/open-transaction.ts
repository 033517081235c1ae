import type { Statements, Transaction } from './statements.ts';

/** A transaction whose work is running. */
export interface OpenTransaction {
  transaction: Transaction;
  /** Makes every later statement reject. The connection may belong to other work then. */
  end(): void;
}

/** Hands each statement of the transaction to `connection`, which runs it on the transaction's connection. */
export function openTransaction(
  connection: Pick<Statements, 'query' | 'prepared' | 'modelStatement'>,
): OpenTransaction {
  let isOver = false;
  const refuseLate = (): void => {
    if (isOver) throw new Error('the transaction is over: something in it was not awaited');
  };
  const transaction: Transaction = {
    inTransaction: true,
    query: async <Row extends object>(sql: string, bind: unknown[] = []) => {
      refuseLate();
      return connection.query<Row>(sql, bind);
    },
    prepared: async <Row extends object>(sql: string, bind: unknown[]) => {
      refuseLate();
      return connection.prepared<Row>(sql, bind);
    },
    modelStatement: async (run) => {
      refuseLate();
      return connection.modelStatement(run);
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
