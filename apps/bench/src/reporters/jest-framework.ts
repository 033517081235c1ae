import { BARE, OUR_REPORTER, OURS, OUTPUT, WORKERS, type Framework } from './framework.ts';
import {
  countAllureTests,
  countCtrfTests,
  countJestJsonTests,
  countJunitTests,
  countServerTests,
} from './count-tests.ts';

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
    { name: BARE, config: buildConfig() },
    {
      name: OURS,
      config: buildConfig(`<rootDir>/${OUR_REPORTER}`),
      countReported: countServerTests,
    },
    {
      // Jest writes this report only with a command-line flag; it has no reporter for it.
      name: 'json',
      config: buildConfig(),
      args: ['--json', `--outputFile=${OUTPUT}/report.json`],
      countReported: countJestJsonTests,
    },
    {
      name: 'junit',
      config: buildConfig(['jest-junit', { outputDirectory: OUTPUT }]),
      countReported: countJunitTests,
    },
    {
      name: 'ctrf',
      config: buildConfig(['jest-ctrf-json-reporter', { outputDir: OUTPUT }]),
      countReported: countCtrfTests,
    },
    {
      name: 'allure',
      config: {
        ...buildConfig(),
        testEnvironment: 'allure-jest/node',
        testEnvironmentOptions: { resultsDir: OUTPUT },
      },
      countReported: countAllureTests,
    },
  ],
};

function buildConfig(...reporters: unknown[]): object {
  return { maxWorkers: WORKERS, reporters: ['default', ...reporters] };
}
