import type { IngestResult, PartialReason } from '@svc/contract/executions/ingest';
import type { RunContext } from './run-record.ts';

/** Why the run did not include every test of the project. Undefined if it did. */
export function findPartialReasons(
  context: RunContext,
  results: readonly IngestResult[],
): PartialReason[] | undefined {
  const reasons = [...context.record.command.partial];
  if (isCutShort(context, results)) reasons.push('bail');
  return reasons.length > 0 ? reasons : undefined;
}

/**
 * Whether the maximum number of failures or the global timeout ended the run. An error before the first test, such as
 * one of the global setup, is no such limit: the run is whole, and it failed.
 */
function isCutShort({ end }: RunContext, results: readonly IngestResult[]): boolean {
  if (end === 'interrupted' || end === 'left') return false;
  return results.some(({ status }) => status === 'interrupted');
}
