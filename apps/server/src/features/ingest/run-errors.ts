import type { TestError } from '@svc/contract/test-errors';
import { INGEST_LIMITS } from '@svc/contract/limits';
import type { LockedExecution } from './execution-rows.queries.ts';
import { jsonBytes } from './execution-facts.ts';
import { cutError } from './stored-texts.ts';

export interface NewRunErrors {
  /** To be added to those that are stored. */
  added: TestError[];
  /** How many there was no room for. */
  omitted: number;
}

/**
 * What of an upload's errors of the run is kept: the first ones of the execution, the very first whatever its
 * size. An error that is known already is no new one where the upload may repeat a part; which of those
 * there was no room for are known nobody can say then, so they are not counted again.
 */
export function newRunErrors(
  before: Pick<LockedExecution, 'errorCount' | 'errorBytes' | 'knownErrors'>,
  { errors = [], mayRepeat }: { errors: readonly TestError[] | undefined; mayRepeat: boolean },
): NewRunErrors {
  // Through cutError once more, because jsonb gives the fields back in an order of its own.
  const known = new Set(before.knownErrors.map((error) => JSON.stringify(cutError(error))));
  const added: TestError[] = [];
  let { errorBytes: bytes } = before;
  for (const [index, error] of errors.entries()) {
    const count = before.errorCount + added.length;
    const isFull = count >= INGEST_LIMITS.runErrorsKept || bytes >= INGEST_LIMITS.runErrorsBytes;
    const cut = isFull ? null : cutError(error);
    if (cut !== null && known.has(JSON.stringify(cut))) continue;
    bytes += cut === null ? 0 : jsonBytes(cut);
    const fits = count === 0 || bytes <= INGEST_LIMITS.runErrorsBytes;
    if (cut === null || !fits) return { added, omitted: mayRepeat ? 0 : errors.length - index };
    added.push(cut);
  }
  return { added, omitted: 0 };
}
