// 40P01 deadlock, 40001 serialization failure: Postgres advises to run the transaction again. 23514: the partition
// was dropped while a late upload wrote to it; the second try creates it. 23503: another transaction deleted a row
// that this one refers to; the second try does not find it.
const REPEATABLE_STATES = new Set(['40P01', '40001', '23514', '23503']);
const MAX_TRIES = 4;

/** Data that this transaction read has changed since. The transaction runs again from its beginning. */
export class ChangedMeanwhileError extends Error {}

/** Repeats a transaction that failed because of another one. */
export async function repeatWhereItHelps<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries >= MAX_TRIES || !isRepeatable(error)) throw error;
    }
  }
}

function isRepeatable(error: unknown): boolean {
  return error instanceof ChangedMeanwhileError || REPEATABLE_STATES.has(getSqlState(error) ?? '');
}

/** The error's SQLSTATE, such as 40P01. */
export function getSqlState(error: unknown): string | undefined {
  return (error as { parent?: { code?: string } } | null)?.parent?.code;
}
