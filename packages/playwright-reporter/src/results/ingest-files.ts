import type { TestCase } from '@playwright/test/reporter';
import type { IngestFile } from '@svc/contract/executions/ingest';
import type { RunContext } from '../run/run-record.ts';
import { getVariant } from './ingest-result.ts';

interface SeenFile {
  file: string;
  variant: string | undefined;
  from: number;
  to: number;
}

/**
 * The test files of each project, from the start of their first test to the end of their last one. Playwright does
 * not report the time for loading a file. Errors while loading are errors of the run.
 */
export function buildIngestFiles(
  tests: readonly TestCase[],
  { sentPath }: RunContext,
): IngestFile[] {
  const seen = new Map<string, SeenFile>();
  for (const test of tests) {
    const file = sentPath(test.location.file);
    const variant = getVariant(test);
    const span = computeAttemptsSpan(test);
    const key = `${variant ?? ''}\0${file}`;
    const known = seen.get(key) ?? { file, variant, ...span };
    known.from = Math.min(known.from, span.from);
    known.to = Math.max(known.to, span.to);
    seen.set(key, known);
  }
  return Array.from(seen.values(), ({ file, variant, from, to }) => ({
    file,
    variant,
    durationMs: Math.round(Math.max(0, to - from)),
  }));
}

/**
 * The time from the start of a test's first attempt to the end of its last one, in epoch ms. Infinity to -Infinity
 * for a test without attempts.
 */
export function computeAttemptsSpan({ results }: TestCase): { from: number; to: number } {
  const span = { from: Infinity, to: -Infinity };
  for (const { startTime, duration } of results) {
    const from = startTime.getTime();
    span.from = Math.min(span.from, from);
    span.to = Math.max(span.to, from + Math.max(0, duration));
  }
  return span;
}
