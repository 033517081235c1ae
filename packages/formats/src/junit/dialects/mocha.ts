import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/**
 * Mocha's own `xunit` reporter has one suite, the root: the class is the title of the suites around a
 * test. mocha-junit-reporter: a test case is named by all titles with spaces between, its class by the last
 * one; the innermost suite is known too, and what is left in front stays one part. Tests outside of
 * any suite have no file; Cypress, which has a report for each, tells it of the root suite alone. With `testCaseSwitchClassnameAndName` the two are the other way round.
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
