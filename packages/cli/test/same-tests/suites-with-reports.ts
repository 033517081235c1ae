import { createRequire } from 'node:module';
import {
  FULL_MAJORS as JEST_MAJORS,
  makeProject as makeJestProject,
} from '../../../jest-reporter/test/fixture-project.ts';
import { OUTCOME_PROJECT as JEST_PROJECT } from '../../../jest-reporter/test/outcome-project.ts';
import {
  FULL_VERSIONS as PLAYWRIGHT_VERSIONS,
  makeProject as makePlaywrightProject,
} from '../../../playwright-reporter/test/fixture-project.ts';
import { OUTCOME_PROJECT as PLAYWRIGHT_PROJECT } from '../../../playwright-reporter/test/outcome-project.ts';
import {
  FULL_MAJORS as VITEST_MAJORS,
  makeProject as makeVitestProject,
} from '../../../vitest-reporter/test/projects/fixture-project.ts';
import { OUTCOME_PROJECT as VITEST_PROJECT } from '../../../vitest-reporter/test/projects/outcome-project.ts';
import { type Lost, LOST_IN_JEST, lostInPlaywright, lostInVitest } from './lost-in-junit.ts';
import type { RanProject } from './same-tests.ts';

/** A suite that one run reports by our own reporter and by files. */
export interface SuiteWithReports {
  name: string;
  makeProject: () => RanProject;
  args?: readonly string[];
  /** Files with what each of them cannot hold. */
  reports: readonly { file: string; lost: readonly Lost[] }[];
}

const VITEST_REPORTERS = ['@svc/vitest-reporter', 'json', 'junit'];

const VITEST = VITEST_MAJORS.map((major): SuiteWithReports => ({
  name: `Vitest ${major}`,
  makeProject: () => makeVitestProject(major, VITEST_PROJECT),
  args: [
    ...VITEST_REPORTERS.map((name) => `--reporter=${name}`),
    '--outputFile.json=vitest.json',
    '--outputFile.junit=junit.xml',
  ],
  reports: [
    { file: 'vitest.json', lost: [] },
    { file: 'junit.xml', lost: lostInVitest(major) },
  ],
}));

const require = createRequire(import.meta.url);

// As it comes it tells neither files nor whole title paths.
const JEST_JUNIT = {
  classNameTemplate: '{filepath}',
  ancestorSeparator: ' › ',
  titleTemplate: '{classname} › {title}',
  reportTestSuiteErrors: 'true',
};

const JEST = JEST_MAJORS.map((major): SuiteWithReports => ({
  name: `Jest ${major}`,
  makeProject: () =>
    makeJestProject(
      major,
      withReporters(JEST_PROJECT, 'jest.config.js', {
        from: '"default"',
        to: [[require.resolve('jest-junit'), JEST_JUNIT]],
      }),
    ),
  args: ['--json', '--outputFile=jest.json'],
  reports: [
    { file: 'jest.json', lost: [] },
    { file: 'junit.xml', lost: LOST_IN_JEST },
  ],
}));

const PLAYWRIGHT = PLAYWRIGHT_VERSIONS.map((version): SuiteWithReports => ({
  name: `Playwright ${version}`,
  makeProject: () =>
    makePlaywrightProject(
      version,
      withReporters(PLAYWRIGHT_PROJECT, 'playwright.config.js', {
        from: '["line"]',
        to: [
          ['json', { outputFile: 'playwright.json' }],
          ['junit', { outputFile: 'junit.xml', includeRetries: true }],
        ],
      }),
    ),
  reports: [
    { file: 'playwright.json', lost: [] },
    { file: 'junit.xml', lost: lostInPlaywright(version) },
  ],
}));

export const SUITES: readonly SuiteWithReports[] = [...VITEST, ...JEST, ...PLAYWRIGHT];

/** The project with others in the place of the reporter that prints. */
function withReporters(
  project: Record<string, string>,
  config: string,
  { from, to }: { from: string; to: readonly unknown[] },
): Record<string, string> {
  const text = project[config] ?? '';
  if (!text.includes(from)) throw new Error(`${config} names no reporter ${from}`);
  const reporters = to.map((each) => JSON.stringify(each)).join();
  return { ...project, [config]: text.replace(from, reporters) };
}
