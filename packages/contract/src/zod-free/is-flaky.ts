import type { IngestResult } from '../executions/ingest.ts';
import { isFailure } from './is-failure.ts';

/** Whether the test passed after a failed attempt: the result passed, an attempt failed, and the last one passed. */
export function isFlaky({
  status,
  attempts = [],
}: Pick<IngestResult, 'status' | 'attempts'>): boolean {
  if (status !== 'passed' || attempts.at(-1)?.status !== 'passed') return false;
  return attempts.some((attempt) => isFailure(attempt.status));
}
