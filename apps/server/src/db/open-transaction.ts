import type { Transaction } from './statements.ts';

export interface Statement {
  sql: string;
  bind: unknown[];
  isPrepared: boolean;
}

/** A transaction whose work is running. */
export interface OpenTransaction {
  transaction: Transaction;
  /** Makes every later statement reject. The connection may belong to other work then. */
  end(): void;
}

/** Hands each statement of the transaction to `run`, which runs it on the transaction's connection. */
export function openTransaction(
  run: <Row>(statement: Statement) => Promise<Row[]>,
): OpenTransaction {
  let isOver = false;
  const runWhileOpen = async <Row extends object>(statement: Statement): Promise<Row[]> => {
    if (isOver) throw new Error('the transaction is over: something in it was not awaited');
    return run<Row>(statement);
  };
  const transaction: Transaction = {
    inTransaction: true,
    query: (sql, bind = []) => runWhileOpen({ sql, bind, isPrepared: false }),
    prepared: (sql, bind) => runWhileOpen({ sql, bind, isPrepared: true }),
    transaction: (work) => work(transaction),
  };
  return {
    transaction,
    end: () => {
      isOver = true;
    },
  };
}
