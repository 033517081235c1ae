import type { FixtureFolder } from '@svc/reporter-core/test/projects/fixture-folder.ts';
import {
  config as jestConfig,
  makeProject as makeJestProject,
} from '../../../jest-reporter/test/fixture-project.ts';
import {
  config as playwrightConfig,
  makeProject as makePlaywrightProject,
} from '../../../playwright-reporter/test/fixture-project.ts';
import {
  config as vitestConfig,
  makeProject as makeVitestProject,
} from '../../../vitest-reporter/test/projects/fixture-project.ts';

/** A project of one framework, with a test that fails with the message in BREAK, if there is one. */
export interface GatedProject {
  name: string;
  makeProject: () => FixtureFolder;
  /** Runs its tests, in the folder of the project. */
  command: readonly string[];
}

export const GATED_PROJECTS: readonly GatedProject[] = [
  {
    name: 'Vitest',
    makeProject: () =>
      makeVitestProject('5', {
        'vitest.config.js': vitestConfig(['default', '@svc/vitest-reporter']),
        'src/search.test.js': `import { test } from 'vitest';\n${TESTS}`,
      }),
    command: ['node_modules/vitest/vitest.mjs', 'run'],
  },
  {
    name: 'Jest',
    makeProject: () =>
      makeJestProject('30', {
        'jest.config.js': jestConfig(['default', '@svc/jest-reporter']),
        'src/search.test.js': TESTS,
      }),
    command: ['node_modules/jest/bin/jest.js', '--ci'],
  },
  {
    name: 'Playwright',
    makeProject: () =>
      makePlaywrightProject('1.65', {
        'playwright.config.js': playwrightConfig({ testDir: 'src' }),
        'src/search.test.js': `const { test } = require('@playwright/test');\n${TESTS}`,
      }),
    command: ['node_modules/@playwright/test/cli.js', 'test'],
  },
];

const TESTS = `test('finds', () => {});
test('suggests', async () => {
  if (process.env.SLOW) {
    console.log('waiting now, group ' + process.pid + ';');
    await new Promise((resolve) => setTimeout(resolve, 20_000));
  }
  if (process.env.BREAK) throw new Error(process.env.BREAK);
});
`;
