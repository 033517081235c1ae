import type { TestCase } from '@playwright/test/reporter';

/** Playwright calls no hook for such a test, and reports its outcome as skipped. */
export function hasNotBegun({ results }: TestCase): boolean {
  return results.length === 0;
}
