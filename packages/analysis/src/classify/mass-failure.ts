import type { ExecutionShape } from './failure.ts';

const RAN = 20;
const SHARE = 0.8;

/** True if so many tests failed at once that no single failure is evidence. @see docs/read/definitions.md, "Flaky runs" */
export function isMassFailure({ ran, failed }: ExecutionShape = {}): boolean {
  return ran !== undefined && failed !== undefined && ran >= RAN && failed >= SHARE * ran;
}
