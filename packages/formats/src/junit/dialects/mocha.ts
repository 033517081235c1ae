import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/**
 * Mocha's own `xunit` reporter has one suite, the root: the class is the title of the suites around a test. In
 * mocha-junit-reporter, a test case's name is all titles joined with spaces, and its class is the last title. The
 * innermost suite is known too; the titles before it stay one part. Tests outside any suite have no file. Cypress,
 * which writes one report per file, names the file only in the root suite. With `testCaseSwitchClassnameAndName`,
 * name and class are swapped.
 */
export const mocha: JunitDialect = {
  framework: 'mocha',
  isSpoken: ({ suites }) => suites[0]?.name === 'Mocha Tests',
  place: (testcase) => ({
    file:
      testcase.element.attributes['file'] ??
      testcase.suite.element.attributes['file'] ??
      testcase.suites[0]?.innerFile ??
      'unknown',
    titlePath: titlePath(testcase),
  }),
  faultOf: ({ classname, name }) => (HOOK.test(classname) || HOOK.test(name) ? 'file' : undefined),
};

const HOOK = /"(?:before|after) (?:all|each)" hook\b/;

function titlePath({ name, classname, suite, suites }: JunitCase): string[] {
  if (suites.length === 1) return classname === '' ? [name] : [classname, name];
  const [full, own] = name.length >= classname.length ? [name, classname] : [classname, name];
  if (!full.endsWith(` ${own}`)) return [full];
  const outer = full.slice(0, -own.length - 1);
  if (!outer.endsWith(` ${suite.name}`)) return [outer, own];
  return [outer.slice(0, -suite.name.length - 1), suite.name, own];
}
