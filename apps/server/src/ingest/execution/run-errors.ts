import type { TestError } from '@svc/contract/executions/test-errors';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { LockedExecution } from './execution-rows.queries.ts';
import { countJsonBytes } from '../texts/text-limits.ts';
import { cutError } from '../texts/stored-texts.ts';

export interface NewRunErrors {
  /** Errors to append to the stored ones. */
  added: TestError[];
  /** The number of errors beyond the limits. */
  omitted: number;
}

/**
 * Selects the run-level errors of an upload to store: the execution's first ones within the limits, and its very first
 * regardless of size. If the upload may repeat a part, known errors are skipped, and errors beyond the limits are not
 * counted again, because it is unknown which of them were counted before.
 */
export function pickNewRunErrors(
  before: Pick<LockedExecution, 'errorCount' | 'errorBytes' | 'knownErrors'>,
  { errors = [], mayRepeat }: { errors: readonly TestError[] | undefined; mayRepeat: boolean },
): NewRunErrors {
  // Applies cutError again, because jsonb returns fields in its own order.
  const known = new Set(before.knownErrors.map((error) => JSON.stringify(cutError(error))));
  const added: TestError[] = [];
  let { errorBytes: bytes } = before;
  for (const [index, error] of errors.entries()) {
    const count = before.errorCount + added.length;
    const isFull = count >= INGEST_LIMITS.runErrorsKept || bytes >= INGEST_LIMITS.runErrorsBytes;
    const cut = isFull ? null : cutError(error);
    if (cut !== null && known.has(JSON.stringify(cut))) continue;
    bytes += cut === null ? 0 : countJsonBytes(cut);
    const fits = count === 0 || bytes <= INGEST_LIMITS.runErrorsBytes;
    if (cut === null || !fits) return { added, omitted: mayRepeat ? 0 : errors.length - index };
    added.push(cut);
  }
  return { added, omitted: 0 };
}
