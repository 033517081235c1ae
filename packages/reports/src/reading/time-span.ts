import type { IngestResult } from '@svc/contract/executions/ingest';

/** Epoch ms. */
export interface TimeSpan {
  startedAt: number;
  endedAt: number;
}

/** The span from the earliest start of a test to the latest end; undefined if no test has a start. */
export function extendSpan(
  span: TimeSpan | undefined,
  { startedAt, durationMs }: IngestResult,
): TimeSpan | undefined {
  if (startedAt === undefined) return span;
  const at = Date.parse(startedAt);
  return {
    startedAt: Math.min(at, span?.startedAt ?? at),
    endedAt: Math.max(at + durationMs, span?.endedAt ?? at),
  };
}
