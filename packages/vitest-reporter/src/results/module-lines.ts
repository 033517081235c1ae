import { readSourceAsRun, findTestLines } from '@svc/reporter-core/source/test-lines';
import type { TestCase, TestModule } from 'vitest/node';

/** The lines of tests, by test id. */
export type Lines = ReadonlyMap<string, number>;

/**
 * The lines of a module's tests, read from its source. Vitest reports lines only on request, and then needs a stack
 * for every test. Does not include tests whose line Vitest reports.
 */
export function readModuleLines(module: TestModule, startedAt: Date): Lines {
  const tests = [...module.children.allTests()].filter(({ location }) => location === undefined);
  const source = tests.length > 0 ? readSourceAsRun(module.moduleId, startedAt) : undefined;
  if (source === undefined) return NONE;
  const lines = findTestLines(source, tests.map(toTitledTest));
  const byId = new Map<string, number>();
  for (const [index, { id }] of tests.entries()) {
    const line = lines[index];
    if (line !== undefined) byId.set(id, line);
  }
  return byId;
}

const NONE: Lines = new Map();

function toTitledTest(test: TestCase): Parameters<typeof findTestLines>[1][number] {
  return { titlePath: titlePath(test), isEach: test.options.each === true };
}

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
