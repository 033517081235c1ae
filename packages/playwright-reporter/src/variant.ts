import type { TestCase } from '@playwright/test/reporter';

/**
 * The Playwright project of a test, which mostly names a browser; undefined where projects have no names.
 * In a merged report of Playwright 1.40 nothing but the titles tells it.
 */
export function variantOf(test: TestCase): string | undefined {
  return test.titlePath()[1] || undefined;
}
