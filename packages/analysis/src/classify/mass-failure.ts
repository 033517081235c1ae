import type { ExecutionShape } from './failure.ts';

const RAN = 20;
const SHARE = 0.8;

/** Whether so many tests failed at once that no single one can speak. @see definitions: guards of flakiness */
export function isMassFailure({ ran, failed }: ExecutionShape = {}): boolean {
  return ran !== undefined && failed !== undefined && ran >= RAN && failed >= SHARE * ran;
}
