import type { TestCase } from '@playwright/test/reporter';

/**
 * The time from the start of a test's first attempt to the end of its last one, in epoch ms. Infinity to -Infinity
 * for a test without attempts.
 */
export function attemptsSpan({ results }: TestCase): { from: number; to: number } {
  const span = { from: Infinity, to: -Infinity };
  for (const { startTime, duration } of results) {
    const from = startTime.getTime();
    span.from = Math.min(span.from, from);
    span.to = Math.max(span.to, from + Math.max(0, duration));
  }
  return span;
}
