import { ODD_TESTS } from '@svc/reporter-core/test/projects/odd-tests.ts';
import { config } from './fixture-project.ts';

/** Files with a hundred tests each. */
export const MANY_TESTS = { files: 4, testsPerFile: 100 };

/** Lines of one test's output: far more than the limit for one file. */
export const LINES = 2_000;

/** Node's format for frames of a module on a share, and of a module with a slash in its name. */
const HOSTILE_STACK = `Error: thrown elsewhere
    at pay (file://host/share/x.js:1:2)
    at cart (file:///a%2Fb.js:3:4)`;

/** A file for each test, because a worker reports all results of a file at once. */
const ODD_FILES = Object.fromEntries(
  ODD_TESTS.map((test, index) => [`odd-${index}.test.js`, test]),
);

const MANY_FILES = Object.fromEntries(
  Array.from({ length: MANY_TESTS.files }, (_, file) => [
    `many-${file}.test.js`,
    `for (let index = 0; index < ${MANY_TESTS.testsPerFile}; index++) {
  test('test ' + index, async () => {
    if (index === 0) await new Promise((resolve) => setTimeout(resolve, 500));
  });
}`,
  ]),
);

/** Test files that do not affect each other, and the reporters around ours. */
const FILES: Record<string, string> = {
  ...ODD_FILES,
  ...MANY_FILES,
  'before.js': `module.exports = class {
  onTestCaseResult(_, result) {
    if (result.title === 'goes on') result.startedAt = NaN;
  }
};
`,
  // By now our hook has been called too.
  'after.js': `const { writeFileSync } = require('fs');
module.exports = class {
  onTestCaseStart(_, { title }) {
    if (title === 'kills its worker') writeFileSync('seen', '');
  }
};
`,
  'only.test.js': `test.only('chosen', () => {}); test('other', () => {});`,
  'lines.test.js': `const titled = (title) => test(title, () => {});
describe('cart', () => {
  test('adds', () => {});
  test.each([1, 2])('takes %i', () => {});
  titled('by a helper');
  test('twice', () => {});
  test('twice', () => {
    throw new Error('here');
  });
});
`,
  'logs.test.js': `jest.retryTimes(1, { logErrorsBeforeRetry: true });
let tries = 0;
test('flaky', () => { tries++; if (tries === 1) throw new Error('not yet'); });`,
  'talks.test.js': `test('talks', () => {
  for (let line = 0; line < ${LINES}; line++) console.log('x'.repeat(1_000) + line);
  throw new Error('tired');
});`,
  'shop.test.js': `test('adds up', () => {
  throw Object.assign(new Error('thrown elsewhere'), { stack: ${JSON.stringify(HOSTILE_STACK)} });
});
test('goes on', () => {});
`,
  'shared/a.test.js': `jest.retryTimes(1);
let tries = 0;
test('one', () => { tries++; if (tries === 1) throw new Error('not yet'); });`,
};

/** Only for a run with workers. */
const KILLED_FILE = `const { existsSync } = require('fs');
test('is in time', () => {});
test('kills its worker', async () => {
  while (!existsSync('seen')) await new Promise((resolve) => setTimeout(resolve, 10));
  process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 5_000));
});
test('comes later', () => {});
`;

export interface LargeProject {
  reporters: readonly unknown[];
  hasWorkers: boolean;
}

/** Its files. Two Jest projects share the files in `shared`. */
export function largeProject({ reporters, hasWorkers }: LargeProject): Record<string, string> {
  const shared = { testMatch: ['<rootDir>/shared/*.test.js'], ...PLAIN };
  const projects = [
    { ...shared, displayName: 'node' },
    { ...shared, displayName: { name: 'edge', color: 'blue' } },
    { testMatch: ['<rootDir>/*.test.js'], ...PLAIN },
  ];
  const configOf = (ours: readonly unknown[]) =>
    config(['<rootDir>/before.js', ...ours, '<rootDir>/after.js'], { projects });
  return {
    ...FILES,
    ...(hasWorkers && { 'killed.test.js': KILLED_FILE }),
    'jest.config.js': configOf(reporters),
    'without.config.js': configOf([]),
  };
}

const PLAIN = { watchman: false, cacheDirectory: '<rootDir>/node_modules/.cache/jest' };
