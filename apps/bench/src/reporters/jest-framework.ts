import { BARE, OUR_REPORTER, OURS, OUTPUT, WORKERS, type Framework } from './framework.ts';
import { allureTests, ctrfTests, jestJsonTests, junitTests, serverTests } from './count-tests.ts';

export const jestFramework: Framework = {
  name: 'jest',
  files: 200,
  testsPerFile: 50,
  syntax: {
    head: `const { appendFileSync } = require('node:fs');`,
    describe: 'describe',
    it: 'it',
  },
  command: ['jest/bin/jest.js'],
  ours: { packageName: '@svc/jest-reporter' },
  contenders: [
    { name: BARE, config: reportedBy() },
    { name: OURS, config: reportedBy(`<rootDir>/${OUR_REPORTER}`), countReported: serverTests },
    {
      // Jest writes this report only with a command-line flag; it has no reporter for it.
      name: 'json',
      config: reportedBy(),
      args: ['--json', `--outputFile=${OUTPUT}/report.json`],
      countReported: jestJsonTests,
    },
    {
      name: 'junit',
      config: reportedBy(['jest-junit', { outputDirectory: OUTPUT }]),
      countReported: junitTests,
    },
    {
      name: 'ctrf',
      config: reportedBy(['jest-ctrf-json-reporter', { outputDir: OUTPUT }]),
      countReported: ctrfTests,
    },
    {
      name: 'allure',
      config: {
        ...reportedBy(),
        testEnvironment: 'allure-jest/node',
        testEnvironmentOptions: { resultsDir: OUTPUT },
      },
      countReported: allureTests,
    },
  ],
};

function reportedBy(...reporters: unknown[]): object {
  return { maxWorkers: WORKERS, reporters: ['default', ...reporters] };
}
