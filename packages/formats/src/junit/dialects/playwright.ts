import { isScriptPath, type JunitDialect } from '../junit-dialect.ts';

/** Playwright's own reporter: the suite is the file, relative to the test folder, its host name the project. */
export const playwright: JunitDialect = {
  framework: 'playwright',
  separator: ' › ',
  isSpoken: ({ suites, suite, classname }) =>
    suites[0]?.element.attributes['id'] !== undefined &&
    suite.element.attributes['hostname'] !== undefined &&
    suite.name === classname &&
    isScriptPath(classname),
  place: ({ classname, name, suite }) => ({
    file: classname,
    titlePath: name.split(' › '),
    variant: suite.element.attributes['hostname'] || undefined,
  }),
  isFile: () => true,
};
