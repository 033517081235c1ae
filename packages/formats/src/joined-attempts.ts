import type { IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import type { ReportAttachment } from './report-batch.ts';

/** A result with what the report attaches to it. */
export interface AttachedResult {
  result: IngestResult;
  attachments: ReportAttachment[];
}

/** One result with the attempts of both, in this order. */
export function joinedAttempts(earlier: IngestResult, later: IngestResult): IngestResult {
  const attempts = [...attemptsOf(earlier), ...attemptsOf(later)];
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
  return { ...later, startedAt: earlier.startedAt ?? later.startedAt, durationMs, attempts };
}

/** The same with attachments, each of which stays with its attempt. */
export function joinedAttached(earlier: AttachedResult, later: AttachedResult): AttachedResult {
  const result = joinedAttempts(earlier.result, later.result);
  const before = attemptsOf(earlier.result).length;
  const attachments = [
    ...earlier.attachments.map((one) => ({ ...one, result, attempt: one.attempt ?? 1 })),
    ...later.attachments.map((one) => ({ ...one, result, attempt: before + (one.attempt ?? 1) })),
  ];
  return { result, attachments };
}

function attemptsOf({ status, durationMs, attempts }: IngestResult): IngestAttempt[] {
  return attempts ?? [{ status, durationMs }];
}
