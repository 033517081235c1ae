import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/** gotestsum and go-junit-report: the package serves as the file, `/` separates a test from its subtests. */
export const go: JunitDialect = {
  framework: 'go',
  separator: '/',
  // `gotestsum --rerun-fails` repeats failed tests and what is inside them. `-count=2` repeats all tests, and gotestsum
  // lists those that failed first, so that a package with one test looks alike.
  repeatsOf: ({ name }) => ({ joinsFailed: true, mayBeCounted: !name.includes('/') }),
  // gotestsum counts the lines on the standard error there.
  countsMessages: ({ element }) => element.name === 'testsuites',
  isSpoken: (testcase) => testcase.suite.properties.has('go.version') || isPackage(testcase),
  place: ({ classname, suite, name }) => ({
    file: suite.name.includes('/') || classname === '' ? suite.name : classname,
    titlePath: name.split('/'),
  }),
  faultOf: (testcase) => (isPackage(testcase) ? 'file' : undefined),
};

/** A failure outside tests, in the build or in `TestMain`, is reported as a test without a class. */
function isPackage({ name, classname }: JunitCase): boolean {
  return name === 'TestMain' && classname === '';
}
