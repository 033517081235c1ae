import { BARE, OUR_REPORTER, OURS, OUTPUT, WORKERS, type Framework } from './framework.ts';
import { allureTests, ctrfTests, jestJsonTests, junitTests, serverTests } from './count-tests.ts';

export const vitestFramework: Framework = {
  name: 'vitest',
  files: 200,
  testsPerFile: 50,
  syntax: {
    head: `import { appendFileSync } from 'node:fs';\nimport { describe, expect, it } from 'vitest';`,
    describe: 'describe',
    it: 'it',
  },
  command: ['vitest/vitest.mjs', 'run'],
  ours: { packageName: '@svc/vitest-reporter' },
  contenders: [
    { name: BARE, config: reportedBy() },
    { name: OURS, config: reportedBy(`./${OUR_REPORTER}`), countReported: serverTests },
    {
      name: 'json',
      config: reportedBy(['json', { outputFile: `${OUTPUT}/report.json` }]),
      // Vitest's JSON report has the shape of Jest's.
      countReported: jestJsonTests,
    },
    {
      name: 'junit',
      config: reportedBy(['junit', { outputFile: `${OUTPUT}/junit.xml` }]),
      countReported: junitTests,
    },
    {
      name: 'ctrf',
      config: reportedBy(['@d2t/vitest-ctrf-json-reporter', { outputDir: OUTPUT }]),
      countReported: ctrfTests,
    },
    {
      name: 'allure',
      config: reportedBy(['allure-vitest/reporter', { resultsDir: OUTPUT }]),
      countReported: allureTests,
    },
  ],
};

function reportedBy(...reporters: unknown[]): object {
  return {
    cacheDir: '.cache',
    test: { maxWorkers: WORKERS, reporters: ['default', ...reporters] },
  };
}
