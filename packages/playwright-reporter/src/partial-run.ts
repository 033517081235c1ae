import type { IngestResult, PartialReason } from '@svc/contract/ingest';
import { hasNotBegun } from './has-not-begun.ts';
import type { RunContext } from './run-context.ts';

/** Why not every test of the project had its chance; undefined when every one had. */
export function partialReasons(
  context: RunContext,
  results: readonly IngestResult[],
): PartialReason[] | undefined {
  const reasons = [...context.record.command.partial];
  if (isCutShort(context, results)) reasons.push('bail');
  return reasons.length > 0 ? reasons : undefined;
}

/** By the most failures, by the global time-out, or by an error that came before the first test. */
function isCutShort({ record, end }: RunContext, results: readonly IngestResult[]): boolean {
  if (end === 'interrupted' || end === 'left') return false;
  if (results.some(({ status }) => status === 'interrupted')) return true;
  return record.errors.length > 0 && record.suite.allTests().every(hasNotBegun);
}
