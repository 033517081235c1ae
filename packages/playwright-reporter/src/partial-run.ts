import type { IngestResult, PartialReason } from '@svc/contract/ingest';
import { hasNotBegun } from './has-not-begun.ts';
import type { RunContext } from './run-context.ts';

/** Why the run did not include every test of the project. Undefined if it did. */
export function partialReasons(
  context: RunContext,
  results: readonly IngestResult[],
): PartialReason[] | undefined {
  const reasons = [...context.record.command.partial];
  if (isCutShort(context, results)) reasons.push('bail');
  return reasons.length > 0 ? reasons : undefined;
}

/** Whether the maximum number of failures, the global timeout, or an error before the first test ended the run. */
function isCutShort({ record, end }: RunContext, results: readonly IngestResult[]): boolean {
  if (end === 'interrupted' || end === 'left') return false;
  if (results.some(({ status }) => status === 'interrupted')) return true;
  return record.errors.length > 0 && record.suite.allTests().every(hasNotBegun);
}
