import type { IngestAttempt, IngestResult } from '@svc/contract/executions/ingest';
import type { ReportAttachment } from './report-batch.ts';

/** A result with what the report attaches to it. */
export interface AttachedResult {
  result: IngestResult;
  attachments: ReportAttachment[];
}

/** One result with the attempts of both, in this order. */
export function joinAttempts(earlier: IngestResult, later: IngestResult): IngestResult {
  return withAttempts([earlier, later], later);
}

/** The last result with the attempts of all, in their order. Attachments stay with their attempts. */
export function joinAttached(all: readonly [AttachedResult, ...AttachedResult[]]): AttachedResult {
  const last = all.at(-1) ?? all[0];
  const result = withAttempts(
    all.map((one) => one.result),
    last.result,
  );
  let before = 0;
  const attachments = all.flatMap((one) => {
    const earlier = before;
    before += getAttempts(one.result).length;
    return one.attachments.map((attachment) => {
      return { ...attachment, result, attempt: earlier + (attachment.attempt ?? 1) };
    });
  });
  return { result, attachments };
}

function withAttempts(all: readonly IngestResult[], last: IngestResult): IngestResult {
  const attempts = all.flatMap(getAttempts);
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
  return { ...last, startedAt: all[0]?.startedAt ?? last.startedAt, durationMs, attempts };
}

function getAttempts({ status, durationMs, attempts }: IngestResult): IngestAttempt[] {
  return attempts ?? [{ status, durationMs }];
}
