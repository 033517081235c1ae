/** A test file with passing tests of these titles. */
export function trivial(...titles: string[]): string {
  const lines = titles.map((title) => `test('${title}', () => {});`);
  return [`import { test } from 'vitest';`, ...lines, ''].join('\n');
}
