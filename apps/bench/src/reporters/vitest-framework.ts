import { BARE, OUR_REPORTER, OURS, OUTPUT, WORKERS, type Framework } from './framework.ts';
import {
  countAllureTests,
  countCtrfTests,
  countJestJsonTests,
  countJunitTests,
  countServerTests,
} from './count-tests.ts';

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
    { name: BARE, config: buildConfig() },
    { name: OURS, config: buildConfig(`./${OUR_REPORTER}`), countReported: countServerTests },
    {
      name: 'json',
      config: buildConfig(['json', { outputFile: `${OUTPUT}/report.json` }]),
      // Vitest's JSON report has the shape of Jest's.
      countReported: countJestJsonTests,
    },
    {
      name: 'junit',
      config: buildConfig(['junit', { outputFile: `${OUTPUT}/junit.xml` }]),
      countReported: countJunitTests,
    },
    {
      name: 'ctrf',
      config: buildConfig(['@d2t/vitest-ctrf-json-reporter', { outputDir: OUTPUT }]),
      countReported: countCtrfTests,
    },
    {
      name: 'allure',
      config: buildConfig(['allure-vitest/reporter', { resultsDir: OUTPUT }]),
      countReported: countAllureTests,
    },
  ],
};

function buildConfig(...reporters: unknown[]): object {
  return {
    cacheDir: '.cache',
    test: { maxWorkers: WORKERS, reporters: ['default', ...reporters] },
  };
}
