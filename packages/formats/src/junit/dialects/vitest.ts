import type { JunitDialect } from '../junit-dialect.ts';

/**
 * Vitest's own reporter. Titles are joined by ` > `, so one that holds this is split too; a title of
 * the user's own for the report (`suiteName`) hides the tool, and the file then reads as any other.
 */
export const vitest: JunitDialect = {
  framework: 'vitest',
  separator: ' > ',
  isStampedAtEnd: true,
  isSpoken: ({ suites }) => suites[0]?.name === 'vitest tests',
  place: ({ classname, name }) => ({ file: classname, titlePath: name.split(' > ') }),
  isFile: () => true,
  faultOf: ({ suite, classname, name }) => {
    if (suite.name === 'vitest unhandled errors') return 'run';
    // A file that fails to load stands for itself, and a suite with a failing hook comes after its tests.
    return name === classname || suite.outerTitles.has(name) ? 'file' : undefined;
  },
};
