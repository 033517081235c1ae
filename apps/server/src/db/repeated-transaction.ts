// 40P01 deadlock, 40001 serialization failure: Postgres' own advice is to run the transaction again.
// 23514: a partition went while a late upload was on its way to it, and is made at the second try.
// 23503: what a row refers to was deleted beside this transaction; the second try does not find it.
const REPEATABLE_STATES = new Set(['40P01', '40001', '23514', '23503']);
const MAX_TRIES = 4;

/** What this transaction found has changed since: it runs again, from its beginning. */
export class ChangedMeanwhileError extends Error {}

/** Runs a transaction again where it failed because of another one. */
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
  return error instanceof ChangedMeanwhileError || REPEATABLE_STATES.has(sqlStateOf(error) ?? '');
}

/** Postgres' code of the error, such as 40P01. */
export function sqlStateOf(error: unknown): string | undefined {
  return (error as { parent?: { code?: string } } | null)?.parent?.code;
}
