import type { TestCase } from '@playwright/test/reporter';

/** Without their `@`, as in Playwright's JSON report. Before 1.42 they are words of the titles and nothing else. */
export function testTags(test: Pick<TestCase, 'titlePath'> & { tags?: string[] }): string[] {
  const tags = test.tags ?? test.titlePath().slice(3).join(' ').match(/@\S+/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/^@/, '')))];
}
