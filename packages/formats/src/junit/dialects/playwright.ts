import { isFault } from '../junit-attempts.ts';
import { isScriptPath, type JunitCase, type JunitDialect } from '../junit-dialect.ts';
import { parsePlaywrightLine, parsePlaywrightTries } from '../playwright-tries.ts';

/**
 * Playwright's own reporter: the suite is the file, relative to the test folder, and its host name is the project.
 * Without `includeRetries`, which older versions lack, it has all tries of a failed test in one text and none of a
 * flaky one.
 */
export const playwright: JunitDialect = {
  framework: 'playwright',
  separator: ' › ',
  isSpoken: ({ suites, suite, classname }) =>
    suites[0]?.element.attributes['id'] !== undefined &&
    suite.element.attributes['hostname'] !== undefined &&
    suite.name === classname &&
    isScriptPath(classname),
  place: (testcase) => {
    const variant = testcase.suite.element.attributes['hostname'] || undefined;
    const { classname: file, name } = testcase;
    return {
      file,
      // With `includeProjectInTestName` the name contains the project too.
      titlePath: (name.startsWith(`[${variant}] `)
        ? name.slice(name.indexOf('] ') + 2)
        : name
      ).split(' › '),
      variant,
      line: findLine(testcase),
    };
  },
  isFile: () => true,
  triesOf: ({ text }) => parsePlaywrightTries(text),
};

function findLine({ element }: JunitCase): number | undefined {
  return parsePlaywrightLine(element.children.find(isFault)?.text ?? '');
}
