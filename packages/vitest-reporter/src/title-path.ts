import type { TestCase } from 'vitest/node';

/**
 * The titles from the outermost suite to the test. A title may contain any text, including ` > `, which Vitest uses
 * to join titles.
 */
export function titlePath(test: TestCase): string[] {
  const titles = [test.name];
  for (let { parent } = test; parent.type !== 'module'; { parent } = parent) {
    titles.unshift(parent.name);
  }
  return titles;
}
