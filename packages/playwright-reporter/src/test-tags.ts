import type { TestCase } from '@playwright/test/reporter';

/** The tags without `@`, as in Playwright's JSON report. Before 1.42, tags are only words in titles. */
export function testTags(test: Pick<TestCase, 'titlePath'> & { tags?: string[] }): string[] {
  const tags = test.tags ?? test.titlePath().slice(3).join(' ').match(/@\S+/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/^@/, '')))];
}
