import type { TestCase } from '@playwright/test/reporter';

/** The Playwright project of a test, which mostly names a browser; undefined where projects have no names. */
export function variantOf(test: TestCase): string | undefined {
  return test.parent.project()?.name || undefined;
}
