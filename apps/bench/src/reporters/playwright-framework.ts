import { BARE, OUR_REPORTER, OURS, OUTPUT, WORKERS, type Framework } from './framework.ts';
import {
  allureTests,
  ctrfTests,
  junitTests,
  playwrightJsonTests,
  serverTests,
} from './count-tests.ts';

/** Tests that use no browser. */
export const playwrightFramework: Framework = {
  name: 'playwright',
  files: 10,
  testsPerFile: 50,
  syntax: {
    head: `import { appendFileSync } from 'node:fs';\nimport { expect, test } from '@playwright/test';`,
    describe: 'test.describe',
    it: 'test',
  },
  command: ['@playwright/test/cli.js', 'test'],
  ours: { packageName: '@svc/playwright-reporter' },
  contenders: [
    { name: BARE, config: reportedBy() },
    { name: OURS, config: reportedBy([`./${OUR_REPORTER}`]), countReported: serverTests },
    {
      name: 'json',
      config: reportedBy(['json', { outputFile: `${OUTPUT}/report.json` }]),
      countReported: playwrightJsonTests,
    },
    {
      name: 'junit',
      config: reportedBy(['junit', { outputFile: `${OUTPUT}/junit.xml` }]),
      countReported: junitTests,
    },
    {
      name: 'ctrf',
      config: reportedBy(['playwright-ctrf-json-reporter', { outputDir: OUTPUT }]),
      countReported: ctrfTests,
    },
    {
      name: 'allure',
      config: reportedBy(['allure-playwright', { resultsDir: OUTPUT }]),
      countReported: allureTests,
    },
  ],
};

function reportedBy(...reporters: unknown[]): object {
  return { outputDir: '.cache', workers: WORKERS, reporter: [['list'], ...reporters] };
}
