import { SvcError } from '../../errors.ts';

/** The error for input without a failure. `reason` ends the sentence. */
export function buildNothingToAnalyzeError(reason: string, hint?: string): SvcError {
  return new SvcError(
    'BAD_REQUEST',
    `There is nothing to analyze: ${reason}.`,
    hint === undefined ? {} : { hint },
  );
}
