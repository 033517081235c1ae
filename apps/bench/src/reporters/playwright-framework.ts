import { BARE, OUR_REPORTER, OURS, OUTPUT, WORKERS, type Framework } from './framework.ts';
import {
  countAllureTests,
  countCtrfTests,
  countJunitTests,
  countPlaywrightJsonTests,
  countServerTests,
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
    { name: BARE, config: buildConfig() },
    { name: OURS, config: buildConfig([`./${OUR_REPORTER}`]), countReported: countServerTests },
    {
      name: 'json',
      config: buildConfig(['json', { outputFile: `${OUTPUT}/report.json` }]),
      countReported: countPlaywrightJsonTests,
    },
    {
      name: 'junit',
      config: buildConfig(['junit', { outputFile: `${OUTPUT}/junit.xml` }]),
      countReported: countJunitTests,
    },
    {
      name: 'ctrf',
      config: buildConfig(['playwright-ctrf-json-reporter', { outputDir: OUTPUT }]),
      countReported: countCtrfTests,
    },
    {
      name: 'allure',
      config: buildConfig(['allure-playwright', { resultsDir: OUTPUT }]),
      countReported: countAllureTests,
    },
  ],
};

function buildConfig(...reporters: unknown[]): object {
  return { outputDir: '.cache', workers: WORKERS, reporter: [['list'], ...reporters] };
}
