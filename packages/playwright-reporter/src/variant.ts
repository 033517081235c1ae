import type { TestCase } from '@playwright/test/reporter';

/**
 * The Playwright project of a test, which usually names a browser. Undefined if projects have no names. In merged
 * reports of Playwright 1.40, only the titles contain it.
 */
export function variantOf(test: TestCase): string | undefined {
  return test.titlePath()[1] || undefined;
}
