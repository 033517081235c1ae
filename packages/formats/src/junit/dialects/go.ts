import type { JunitCase, JunitDialect } from '../junit-dialect.ts';

/** gotestsum and go-junit-report: the package stands for the file, `/` parts a test from its subtests. */
export const go: JunitDialect = {
  framework: 'go',
  separator: '/',
  repeatsAreAttempts: true,
  isSpoken: (testcase) => testcase.suite.properties.has('go.version') || isPackage(testcase),
  place: ({ classname, suite, name }) => ({
    file: suite.name.includes('/') || classname === '' ? suite.name : classname,
    titlePath: name.split('/'),
  }),
  faultOf: (testcase) => (isPackage(testcase) ? 'file' : undefined),
};

/** What fails outside of tests, in building or in `TestMain`, is written as a test of no class. */
function isPackage({ name, classname }: JunitCase): boolean {
  return name === 'TestMain' && classname === '';
}
