import type { JunitDialect } from '../junit-dialect.ts';

/** gotestsum and go-junit-report: the package stands for the file, `/` parts a test from its subtests. */
export const go: JunitDialect = {
  framework: 'go',
  separator: '/',
  repeatsAreAttempts: true,
  isSpoken: ({ suite }) => suite.properties.has('go.version'),
  place: ({ classname, suite, name }) => ({
    file: suite.name.includes('/') ? suite.name : classname,
    titlePath: name.split('/'),
  }),
};
