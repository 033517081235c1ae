import type { TestCase } from 'vitest/node';

/** From the outermost suite to the test. A title may hold any text, also the ` > ` with which Vitest joins them. */
export function titlePath(test: TestCase): string[] {
  const titles = [test.name];
  for (let { parent } = test; parent.type !== 'module'; { parent } = parent) {
    titles.unshift(parent.name);
  }
  return titles;
}
