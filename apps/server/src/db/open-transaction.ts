import type { Transaction } from './statements.ts';

/** A transaction whose work is running. */
export interface OpenTransaction {
  transaction: Transaction;
  /** Makes every later statement reject. The connection may belong to other work then. */
  end(): void;
}

/** Hands each statement of the transaction to `run`, which runs it on the transaction's connection. */
export function openTransaction(
  run: <Row>(sql: string, bind: unknown[]) => Promise<Row[]>,
): OpenTransaction {
  let isOver = false;
  const transaction: Transaction = {
    inTransaction: true,
    query: async <Row extends object>(sql: string, bind: unknown[] = []) => {
      if (isOver) throw new Error('the transaction is over: something in it was not awaited');
      return run<Row>(sql, bind);
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
